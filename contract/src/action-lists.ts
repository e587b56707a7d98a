import { type ActionTarget, actionTargets, targetTexts } from './action-types.ts';
import type { Action } from './actions.ts';

/** A product's actions in two forms: one list in which each action has its target, or one list for each target, under its name. */

type Texts = typeof targetTexts;
type WithoutTarget<A> = A extends { target: unknown } ? Omit<A, 'target'> : never;
/** An action in the list of its target. */
export type TargetAction<T extends ActionTarget = ActionTarget> = WithoutTarget<Extract<Action, { target: T }>>;
export type ListName = Texts[ActionTarget]['list'];
export type OneName = Texts[ActionTarget]['one'];
type Lists = { readonly [L in ListName]?: readonly object[] | undefined };
type Ones = { readonly [O in OneName]?: object | null | undefined };

export const listName = (target: ActionTarget): ListName => targetTexts[target].list;
export const oneName = (target: ActionTarget): OneName => targetTexts[target].one;

const withTarget = (target: ActionTarget) => (action: object) => ({ target, ...action }) as Action;

/** The lists as one, in the order of the targets: Discord first. */
export const joinActions = (lists: Lists): Action[] =>
  actionTargets.flatMap((target) => (lists[listName(target)] ?? []).map(withTarget(target)));

/** The list of each target, from one list. */
export const listsOf = (actions: readonly Action[]) =>
  byTarget(listName, (wanted) => actions.flatMap(({ target, ...action }) => (target === wanted ? [action] : []))) as {
    [T in ActionTarget as Texts[T]['list']]: TargetAction<T>[];
  };

/** One action under the name of its target. The other names hold null. */
export const oneOf = ({ target, ...action }: Action) =>
  byTarget(oneName, (wanted) => (target === wanted ? action : null)) as {
    [T in ActionTarget as Texts[T]['one']]: TargetAction<T> | null;
  };

/** The action that was sent under the name of its target; undefined if none or more than one was sent. */
export function actionSent(ones: Ones): Action | undefined {
  const [sent, second] = actionTargets.flatMap((target) => {
    const action = ones[oneName(target)];
    return action ? [withTarget(target)(action)] : [];
  });
  return second ? undefined : sent;
}

function byTarget<Name extends string, Value>(
  name: (target: ActionTarget) => Name,
  of: (target: ActionTarget) => Value,
) {
  return Object.fromEntries(actionTargets.map((target) => [name(target), of(target)])) as Record<Name, Value>;
}
