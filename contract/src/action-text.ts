import { delayOf, delayText } from './action-options.ts';
import { actionTargets, targetTexts } from './action-types.ts';
import type { Action } from './actions.ts';
import type { TargetWords } from './targets/target-words.ts';

/** Actions in pt-BR. Panel, storefront, order timeline and mails all use these words; each target has its own. */

const whole = new Intl.NumberFormat('pt-BR');

/** The words of an action's target. They read only their own actions. */
const wordsOf = ({ target }: Action) => targetTexts[target] as TargetWords<{ type: string }>;

function days(count: number | null | undefined): string {
  if (!count) return '';
  return count === 1 ? ' por 1 dia' : ` por ${whole.format(count)} dias`;
}

/** What an action does, as a short sentence for members: `Entregar 1× Pistola (WEAPON_PISTOL)`. */
export const actionSentence = (action: Action): string => wordsOf(action).sentence(action, false);

/** The same for the buyer: `Entregar 1× Pistola`. */
export const buyerSentence = (action: Action): string => wordsOf(action).sentence(action, true);

/** Each type of action with its text, of all targets. */
export const actionTypeTexts: Readonly<Record<string, string>> = Object.assign(
  {},
  ...actionTargets.map((target) => targetTexts[target].types),
);

/** What the buyer reads about a delay. */
function later(action: Action): string {
  const delay = delayOf(action);
  return delay > 0 ? `, ${delayText(delay)} depois do pagamento` : '';
}

/**
 * What a buyer gets, in plain words made from the actions (LOOK.md, Storefront). It names what happens on
 * confirmation, and the number of days if an action on expiration takes it back. Commands and the owner's own actions are left out:
 * their text is the owner's secret.
 */
export function benefitsOf(actions: readonly Action[], removeDays?: number | null): string[] {
  const span = (taker: string) =>
    actions.some((action) => action.executionTiming === 'on_expiration' && action.type === taker)
      ? days(removeDays)
      : '';
  const shown = actions.filter((action) => action.executionTiming === 'on_confirmation');
  const texts = shown.flatMap((action) => {
    const text = wordsOf(action).benefit(action, span);
    return text === null ? [] : [text + later(action)];
  });
  const secrets = shown.flatMap((action) => {
    const { secret } = wordsOf(action);
    return secret?.types.includes(action.type) ? [secret.text] : [];
  });
  return [...new Set([...texts, ...secrets])];
}
