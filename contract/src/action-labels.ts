import { targetTexts } from './action-types.ts';
import type { Action } from './actions.ts';

/**
 * The owner's words for what an action names: `WEAPON_PISTOL` is "Pistola" for buyers. A label is text for people only, so no
 * command, no argument and no message to a game server has it.
 */

const named = (action: Action): string | undefined => {
  const { templates }: { templates: Readonly<Record<string, string>> } = targetTexts[action.target];
  const field = templates[action.type];
  return field && (action as unknown as Record<string, string>)[field];
};

const labelOf = (action: Action): string | undefined => ('label' in action && action.label ? action.label : undefined);

/** The label that these actions give to a name, or the name. */
export function labelledName(name: string, actions: readonly Action[]): string {
  const known = actions.find((action) => labelOf(action) !== undefined && named(action) === name);
  return (known && labelOf(known)) ?? name;
}

/**
 * An action as it was carried out, with the label of what it names. `actions` are the actions of the order's item, and `at` is the
 * place of this action among them. A name that came from a variable has its label in that place only. A corrected name has no label.
 */
export function withLabel(action: Action, actions: readonly Action[], at: number): Action {
  const name = named(action);
  const own = actions[at];
  if (name === undefined || !own) return action;
  const label = named(own)?.includes('{{') ? labelOf(own) : labelledName(name, actions);
  return label === undefined || label === name ? action : ({ ...action, label } as Action);
}
