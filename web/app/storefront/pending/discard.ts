import { errorText } from '../../lib/api.ts';
import { plainCall } from '../../lib/plain-call.ts';
import { buyerKey, forgetOwnOrder } from './own-order.ts';

/** Long, because the provider is asked while the buyer waits. In ms. */
const PATIENCE_MS = 25_000;
/** Gives a button its words back, which it changes while it asks. */
const calm = new WeakMap<Element, () => void>();

/**
 * 'Cancelar pedido' in `place`: the first press asks, the second ends the order. `done` runs when it has ended. A refusal is
 * written where the place has `data-problem`, else on the button.
 */
export function discardOnPress(place: HTMLElement, done: () => Promise<void>): void {
  place.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>('button[data-discard]');
    if (!button || button.disabled) return;
    // The bar may show another order by now. Then the first press on that one asks again.
    if (button.dataset.asked !== button.dataset.discard) {
      button.dataset.asked = button.dataset.discard;
      if (!calm.has(button)) {
        const [words, label] = [[...button.childNodes], button.ariaLabel];
        calm.set(button, () => {
          button.replaceChildren(...words);
          button.ariaLabel = label;
        });
      }
      say(button, 'Cancelar mesmo?');
      return;
    }
    void end(button, place.querySelector<HTMLElement>('[data-problem]') ?? button, done);
  });
}

function say(button: HTMLButtonElement, text: string): void {
  button.textContent = text;
  button.ariaLabel = null;
}

async function end(button: HTMLButtonElement, problem: HTMLElement, done: () => Promise<void>): Promise<void> {
  const external_reference = button.dataset.discard ?? '';
  button.disabled = true;
  say(button, 'Cancelando…');
  try {
    const body = { external_reference, buyer: buyerKey() };
    await plainCall('POST', '/order/discard', { body, timeoutMs: PATIENCE_MS });
    forgetOwnOrder(external_reference);
    await done();
    calm.get(button)?.();
  } catch (error) {
    calm.get(button)?.();
    button.ariaLabel = problem === button ? null : button.ariaLabel;
    problem.textContent = errorText(error, 'Não foi possível cancelar o pedido. Tente novamente.');
    problem.hidden = false;
  }
  delete button.dataset.asked;
  button.disabled = false;
}
