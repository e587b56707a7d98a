import type { Action, ActionTarget } from '@vitrine/contract/actions';
import { kindOf } from '../targets.ts';
import type { Args, Rendered, Values } from './render-fields.ts';

/**
 * The arguments of an action: placeholders are replaced, and money and items are multiplied by the quantity. The
 * target's own rules check the result again. `problem` (pt-BR) says why it must not be sent; its arguments then only
 * show what was meant. Every placeholder needs a value, which may be ''.
 */
export function renderAction(action: Action, values: Values, quantity: number): Rendered {
  const kind = kindOf(action.target, action.type);
  return kind ? kind.render(action, values, quantity) : { args: {}, problem: 'Esta ação não existe mais' };
}

interface Stored {
  target: ActionTarget;
  action_type: string;
  phase: string;
  args: Args;
}

/** The stored execution as the action that a person can correct: a command with its placeholders. */
export function storedAction({ target, action_type, phase, args }: Stored): Action {
  const template = typeof args.template === 'string' ? { ...args, command: args.template } : args;
  return {
    ...actionOf(target, action_type, template),
    executionTiming: phase === 'expiration' ? 'on_expiration' : 'on_confirmation',
  };
}

/** The stored execution as an action again, for its sentence (contract/src/action-text.ts). */
export function actionOf(target: ActionTarget, type: string, args: Args): Action {
  return { target, type, executionTiming: 'on_confirmation', ...kindOf(target, type)?.fieldsOf(args) } as Action;
}
