import { errorText } from '../../lib/api.ts';
import { plainCall } from '../../lib/plain-call.ts';

/** Long, because the provider is asked while the buyer waits. In ms. */
const PATIENCE_MS = 25_000;

/**
 * Sends the form of `Withdraw` and shows the result. From then on the order's page says the same. If the money is
 * already back, the order has ended: the result then stays by `data-own`.
 */
export function withdrawOnSubmit(place: HTMLElement, refresh: () => Promise<void>): void {
  place.addEventListener('submit', (event) => {
    const box = event.target instanceof Element && event.target.closest<HTMLElement>('[data-withdraw]');
    if (!box) return;
    event.preventDefault();
    void send(box, refresh);
  });
}

async function send(box: HTMLElement, refresh: () => Promise<void>): Promise<void> {
  const input = box.querySelector('input');
  const button = box.querySelector('button');
  const problem = box.querySelector('[aria-live]');
  const done = box.querySelector<HTMLElement>('[data-done]');
  if (!input || !button || !problem || !done || button.disabled) return;
  const label = button.textContent;
  const tell = (text: string) => {
    problem.textContent = text;
    input.setAttribute('aria-invalid', String(text !== ''));
    input.setAttribute('aria-describedby', problem.id);
  };
  box.dataset.own = '';
  button.disabled = true;
  button.textContent = 'Registrando…';
  tell('');
  try {
    const { result, message } = await plainCall('POST', '/order/withdraw', {
      body: {
        external_reference: box.dataset.withdraw ?? '',
        // A pasted mention, `<@123…>`, holds the id.
        discordId: input.value.replace(/\D/g, ''),
      },
      timeoutMs: PATIENCE_MS,
    });
    done.hidden = false;
    done.textContent = message;
    button.textContent = label;
    if (result !== 'refunded') delete box.dataset.own;
    if (result !== 'refused') box.querySelector('details')?.remove();
    await refresh();
  } catch (error) {
    tell(errorText(error, 'Não foi possível registrar a desistência. Tente novamente.'));
    button.textContent = label;
  }
  button.disabled = false;
}
