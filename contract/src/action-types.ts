/**
 * The kinds of actions and their texts (SPEC.md section 4). They are apart from the schemas in actions.ts, so that
 * pages that only show actions load no schema library.
 */

export { type ActionTarget, actionTargets, type Game, games, isGame, targetTexts } from './targets/entries.ts';

export const executionTimings = ['on_confirmation', 'on_expiration'] as const;
export type ExecutionTiming = (typeof executionTimings)[number];

/** Texts of the execution timings as SPEC.md section 4 gives them. */
export const executionTimingTexts: Record<ExecutionTiming, string> = {
  on_confirmation: 'Após a confirmação',
  on_expiration: 'Quando expirar',
};

/** A city tells each action that its owner's scripts registered as a capability with this beginning. */
const OWN = 'own:';

/** The names of the owner's own actions among the actions that a city told. */
export const ownActions = (actions: readonly string[]) =>
  actions.filter((one) => one.startsWith(OWN)).map((one) => one.slice(OWN.length));

/** Whether this type calls an own action: its command is the action's name and its arguments. */
export const callsOwnAction = (type: string) => type === 'run_action' || type === 'mta_run_action';

/** An own action's name and its arguments, as they are written. */
export function partsOfAction(command: string): { name: string; written: string } {
  const [name = ''] = command.split(' ', 1);
  return { name, written: command.slice(name.length + 1) };
}

const vehicles: readonly string[] = ['add_vehicle', 'mta_add_vehicle'];

/** Whether an action of this type gives a vehicle, of which a player has one of each model. */
const isVehicle = (type: string) => vehicles.includes(type);

/** Whether these actions give a vehicle. Such a product is sold one per order (DECISIONS.md, Fulfilment). */
export const givesVehicle = (actions: readonly { type: string }[]) => actions.some(({ type }) => isVehicle(type));

/** The same for a database column of actions, as a path of JSON: `actions @? vehicleActions`. */
export const vehicleActions = `$[*].type ? (${vehicles.map((type) => `@ == "${type}"`).join(' || ')})`;
