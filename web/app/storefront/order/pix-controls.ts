import type { OrderPaymentMethod } from '@vitrine/contract/orders';
import { errorText } from '../../lib/api.ts';
import { plainCall } from '../../lib/plain-call.ts';
import { showFace } from '../../lib/show-face.ts';
import { payAddress } from '../checkout/pay-address.ts';

/** How long 'Código copiado!' stays, in ms. */
const COPIED_MS = 3_000;
/** Longer, because the person has to do something. In ms. */
const NOT_COPIED_MS = 10_000;
const NOT_COPIED = 'Não copiou. Segure o texto marcado e escolha Copiar.';
/** Long, because the server asks the payment provider meanwhile. In ms. */
const PATIENCE_MS = 30_000;

/** Handles presses on the elements in `place` with the attribute. The place stays when its elements are redrawn. */
function onPress(place: HTMLElement, attribute: string, act: (button: HTMLButtonElement) => Promise<void>): void {
  place.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>(`button[${attribute}]`);
    if (button) void act(button);
  });
}

/** A button beside a field copies its text and says so, or says how to copy it. A press into the field selects it. */
export function copyOnPress(place: HTMLElement): void {
  const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();
  const say = (button: HTMLElement, copied?: boolean) => {
    const told = copied !== undefined;
    // News of the order may draw the page again meanwhile (morph.ts).
    button.toggleAttribute('data-own', told);
    showFace(button, 'copied', copied === true);
    const { done = '', label = '' } = button.dataset;
    const words = button.querySelector('[aria-live]');
    if (words) words.textContent = !told ? label : copied ? done : NOT_COPIED;
    clearTimeout(timers.get(button));
    if (told) timers.set(button, setTimeout(say, copied ? COPIED_MS : NOT_COPIED_MS, button));
  };
  onPress(place, 'data-copy', async (button) => {
    const field = place.querySelector<HTMLTextAreaElement>(`#${button.dataset.copy}`);
    let copied = true;
    try {
      await navigator.clipboard.writeText(field?.value ?? '');
    } catch {
      // Plain http, or the browser refused: the text is selected, so the person can copy it.
      field?.focus();
      field?.select();
      copied = document.execCommand('copy');
    }
    say(button, copied);
  });
  place.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLTextAreaElement) target.select();
  });
}

/**
 * 'Gerar novo código', or another method of payment: makes a new payment for the same order, and shows it here or opens the
 * provider's page.
 */
export function renewOnPress(place: HTMLElement, refresh: () => Promise<void>): void {
  onPress(place, 'data-renew', async (button) => {
    const problem = place.querySelector<HTMLElement>('[data-problem]');
    const tell = (text: string) => {
      if (!problem) return;
      problem.textContent = text;
      problem.hidden = text === '';
    };
    const label = button.textContent;
    button.disabled = true;
    button.setAttribute('aria-busy', 'true');
    button.textContent = 'Gerando...';
    tell('');
    try {
      const answer = await plainCall('POST', '/order/pay', {
        body: {
          external_reference: button.dataset.renew ?? '',
          paymentMethod: (button.dataset.method as OrderPaymentMethod) ?? 'pix',
        },
        timeoutMs: PATIENCE_MS,
      });
      await refresh();
      const address = payAddress(answer?.data?.payment?.init_point, window.location.href);
      if (address && new URL(address).pathname !== window.location.pathname) window.location.assign(address);
    } catch (error) {
      console.error('pay', error);
      tell(errorText(error, 'Não foi possível gerar um novo código. Tente novamente.'));
    }
    // The page was redrawn meanwhile. Whoever listens goes on at its title, and this may be another button now.
    if (!button.isConnected) place.querySelector('h1')?.focus();
    if (!button.hasAttribute('data-renew')) return;
    button.disabled = false;
    button.removeAttribute('aria-busy');
    button.textContent = label;
  });
}
