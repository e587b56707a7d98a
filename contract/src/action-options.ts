import type { Action } from './actions.ts';

/** The options of an action: a delay, only while the player is in the city, and once per order. */

/** Minutes from the payment until the action may go out; 0 without a delay. */
export const delayOf = (action: Action): number => action.delayMinutes ?? 0;

/** Whether the action waits for the player, even if the base could run it without them. */
export const isOnlyOnline = (action: Action): boolean => 'onlyOnline' in action && action.onlyOnline === true;

/** Whether it runs once, however many units were bought. */
export const isOncePerOrder = (action: Action): boolean => 'oncePerOrder' in action && action.oncePerOrder === true;

/** The units of a delay, the largest first. */
export const delayUnits = [
  { minutes: 1440, one: 'dia', many: 'dias' },
  { minutes: 60, one: 'hora', many: 'horas' },
  { minutes: 1, one: 'minuto', many: 'minutos' },
] as const;

/** The largest unit in which the delay is a whole number. */
export const delayUnitOf = (minutes: number) =>
  delayUnits.find((unit) => minutes % unit.minutes === 0) ?? delayUnits[2];

/** A delay in words: `90 minutos`, `2 horas`, `1 dia`. */
export function delayText(minutes: number): string {
  const unit = delayUnitOf(minutes);
  const count = minutes / unit.minutes;
  return `${count} ${count === 1 ? unit.one : unit.many}`;
}

/** The options of an action in words for members; empty for an action without any. */
export function optionWords(action: Action): string[] {
  const delay = delayOf(action);
  return [
    delay > 0 ? `${delayText(delay)} depois do pagamento` : '',
    isOnlyOnline(action) ? 'só com o jogador na cidade' : '',
    isOncePerOrder(action) ? 'uma vez por pedido' : '',
  ].filter(Boolean);
}
