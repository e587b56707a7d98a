import type { Sent } from '@vitrine/contract/calls/table';
import { ApiError, errorText } from '../../lib/api.ts';
import { plainCall } from '../../lib/plain-call.ts';
import { cityIdOf } from '../checkout/city-id.ts';
import { buyerKey } from '../pending/own-order.ts';

type Ids = Pick<Sent<'POST /order/correct', 'body'>, 'clientId' | 'discordId' | 'identities'>;

/** Long, because city and Discord are asked while the buyer waits. In ms. */
const PATIENCE_MS = 15_000;
/** Whether each order is this browser's own; asked once for a page. */
const own = new Map<string, Promise<boolean>>();
const listening = new WeakSet<Element>();

/**
 * Shows the forms of `BoughtFor` if the order is this browser's own, by its secret or its login, and sends them. Call it
 * after each drawing of `place`.
 */
export async function offerCorrection(place: HTMLElement, refresh: () => Promise<void>): Promise<void> {
  const boxes = place.querySelectorAll<HTMLElement>('[data-correct]');
  const reference = boxes[0]?.dataset.correct;
  if (!reference) return;
  const asked =
    own.get(reference) ??
    plainCall('POST', '/order/own', { body: { external_reference: reference, buyer: buyerKey() } }).then(
      (answer) => answer.own,
      () => {
        // No answer: it is asked again when the page is drawn again.
        own.delete(reference);
        return false;
      },
    );
  own.set(reference, asked);
  if (await asked) for (const box of boxes) box.hidden = false;
  if (listening.has(place)) return;
  listening.add(place);
  place.addEventListener('submit', (event) => {
    const form =
      event.target instanceof HTMLFormElement && event.target.closest('[data-correct]') ? event.target : null;
    if (!form) return;
    event.preventDefault();
    void send(place, form, refresh);
  });
  place.addEventListener('change', (event) => {
    const box = event.target;
    if (box instanceof HTMLInputElement && box.name === 'nameShown') void tellName(place, box, reference);
  });
}

/** Lets the shop show the buyer's name, or takes it away. */
async function tellName(place: HTMLElement, box: HTMLInputElement, reference: string): Promise<void> {
  const told = place.querySelector<HTMLElement>('[data-corrected]');
  const shown = box.checked;
  box.disabled = true;
  let text = shown ? 'Seu nome pode aparecer na loja.' : 'Seu nome não aparece mais na loja.';
  try {
    await plainCall('POST', '/order/name', { body: { external_reference: reference, buyer: buyerKey(), shown } });
  } catch (error) {
    box.checked = !shown;
    text = errorText(error, 'Não deu para mudar agora. Tente de novo.');
  }
  box.disabled = false;
  if (!told) return;
  told.dataset.own = '';
  told.textContent = text;
}

/** The typed ids, as the call takes them. A text that is no city id is sent as null, so that the server's refusal names its field. */
function idsOf(form: HTMLFormElement): Ids {
  const ids: Record<string, unknown> = {};
  const identities: { kind: string; value: string }[] = [];
  for (const { name, value } of form.querySelectorAll('input')) {
    const typed = value.replace(/\p{Cf}/gu, '').trim();
    if (typed === '') continue;
    if (name === 'city_id') ids.clientId = cityIdOf(typed) ?? null;
    else if (name === 'discord_id') ids.discordId = typed.replace(/[<@!>]/g, '');
    else identities.push({ kind: name, value: typed });
  }
  return { ...ids, ...(identities.length > 0 && { identities }) } as Ids;
}

async function send(place: HTMLElement, form: HTMLFormElement, refresh: () => Promise<void>): Promise<void> {
  const button = form.querySelector('button');
  const problem = form.querySelector<HTMLElement>('[data-problem]');
  const done = place.querySelector<HTMLElement>('[data-corrected]');
  const reference = form.closest<HTMLElement>('[data-correct]')?.dataset.correct;
  if (!button || !problem || !done || !reference || button.disabled) return;
  const tell = (text: string, field?: string) => {
    problem.textContent = '';
    for (const input of form.querySelectorAll('input')) {
      const note = input.parentElement?.querySelector('[aria-live]');
      const at = field !== undefined && inputOf(field) === input.name;
      if (note) note.textContent = at ? text : '';
      input.setAttribute('aria-invalid', String(at));
      if (!at || !note) continue;
      input.setAttribute('aria-describedby', note.id);
      input.focus();
      return;
    }
    problem.textContent = text;
  };
  tell('');
  const ids = idsOf(form);
  if (Object.keys(ids).length === 0) {
    form.querySelector('input')?.focus();
    return;
  }
  // What the buyer sees here stays while the page is drawn again.
  form.dataset.own = '';
  done.dataset.own = '';
  done.textContent = '';
  button.disabled = true;
  try {
    await plainCall('POST', '/order/correct', {
      body: { external_reference: reference, buyer: buyerKey(), ...ids },
      timeoutMs: PATIENCE_MS,
    });
    form.reset();
    delete form.dataset.own;
    form.closest('details')?.removeAttribute('open');
    done.textContent = 'Corrigido: o que falta entregar vai para os dados novos.';
    await refresh().catch((error) => console.error('corrected', error));
  } catch (error) {
    const field = error instanceof ApiError ? error.field : undefined;
    tell(errorText(error, 'Não foi possível corrigir. Tente novamente.'), field);
  }
  button.disabled = false;
}

/** The name of the input for a field of the call. */
function inputOf(field: string): string {
  if (field === 'clientId') return 'city_id';
  return field === 'discordId' ? 'discord_id' : field.replace(/^identities\./, '');
}
