import { errorText } from '../../lib/api.ts';
import { plainCall } from '../../lib/plain-call.ts';
import { buyerKey, rememberOwnOrder } from './own-order.ts';

/** Long, because the provider is asked while the buyer waits. In ms. */
const PATIENCE_MS = 25_000;

/**
 * 'Cancelar pedido' in `place`: the first press asks, the second ends the order. `done` runs when it has ended. A refusal is
 * written where the place has `data-problem`, else on the button.
 */
export function discardOnPress(place: HTMLElement, done: () => Promise<void>): void {
  place.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>('button[data-discard]');
    if (!button || button.disabled) return;
    if (button.dataset.asked === undefined) {
      button.dataset.asked = '';
      button.textContent = 'Cancelar mesmo?';
      button.removeAttribute('aria-label');
      return;
    }
    void end(button, place.querySelector<HTMLElement>('[data-problem]') ?? button, done);
  });
}

async function end(button: HTMLButtonElement, problem: HTMLElement, done: () => Promise<void>): Promise<void> {
  const external_reference = button.dataset.discard ?? '';
  button.disabled = true;
  button.textContent = 'Cancelando…';
  try {
    const body = { external_reference, buyer: buyerKey() };
    await plainCall('POST', '/order/discard', { body, timeoutMs: PATIENCE_MS });
    rememberOwnOrder(null);
    await done();
  } catch (error) {
    button.textContent = 'Cancelar pedido';
    problem.textContent = errorText(error, 'Não foi possível cancelar o pedido. Tente novamente.');
    problem.hidden = false;
  }
  delete button.dataset.asked;
  button.disabled = false;
}
