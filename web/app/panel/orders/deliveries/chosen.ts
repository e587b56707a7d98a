import { canStillChange } from '@vitrine/contract/delivery-states';
import { deliveryStateTexts } from '@vitrine/contract/order-words';
import type { Delivery } from '@vitrine/contract/orders';
import { resendableStates } from '@vitrine/contract/resend-words';

/** What may be done with several deliveries of the desk at once, and the words for the result. */

/** Whether a job may send it again: goods that arrived, failed or are uncertain. */
export const mayResendGoods = ({ phase, state, rehearsal }: Pick<Delivery, 'phase' | 'state' | 'rehearsal'>): boolean =>
  phase === 'confirmation' && !rehearsal && resendableStates.some((one) => one === state);

export const mayCancel = ({ state }: Pick<Delivery, 'state'>): boolean => canStillChange(state);

export const mayChoose = (delivery: Delivery): boolean => mayResendGoods(delivery) || mayCancel(delivery);

/** What a cancellation of several did: how many, and what was left out and why. */
export function cancelledText({
  cancelled,
  asked,
  left,
}: {
  cancelled: number;
  asked: number;
  left: readonly { state: Delivery['state']; count: number }[];
}): string {
  const parts = [
    cancelled === 0 ? '' : cancelled === 1 ? '1 entrega cancelada.' : `${cancelled} entregas canceladas.`,
    asked === 0 ? '' : `${asked} ${asked === 1 ? 'já saiu' : 'já saíram'}: o servidor foi avisado.`,
    ...left.map(({ state, count }) => `${count} de fora: ${deliveryStateTexts[state].toLowerCase()}.`),
  ];
  return parts.filter(Boolean).join(' ') || 'Nada foi cancelado.';
}
