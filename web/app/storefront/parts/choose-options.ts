import { appState } from '../../state/app-state.ts';
import { lineKey, readDraft, writeDraft } from '../checkout/draft.ts';
import { toast } from './toast.ts';

type Control = HTMLInputElement | HTMLSelectElement;

/** The attributes that the page writes for `wakeChooseOptions`. */
export const chooseOptions = (id: string) => ({ 'data-part': 'add-to-cart', 'data-id': id });
/** What the page writes at the field of an option. */
export const optionField = (name: string, missing: string, problem: string) => ({
  name: `o.${name}`,
  'data-option': name,
  'data-missing': missing,
  'data-problem': problem,
});

/** Shows what is wrong with an answer at its field. Returns whether it is right. */
function check(control: Control): boolean {
  const { validity, dataset } = control;
  const text = validity.valid
    ? ''
    : ((validity.valueMissing && !validity.badInput ? dataset.missing : dataset.problem) ?? '');
  const place = document.getElementById(`${control.id}-error`);
  if (place) place.textContent = text;
  control.ariaInvalid = text ? 'true' : null;
  return text === '';
}

/** The answers as the server takes them: a plate in capitals, a number in digits. */
function tidy(control: Control): void {
  if (control instanceof HTMLSelectElement) return;
  if (control.type === 'number') {
    if (control.value !== '') control.value = String(control.valueAsNumber);
    return;
  }
  const typed = control.value.normalize('NFC').trim();
  control.value = control.dataset.capitals === undefined ? typed : typed.toUpperCase();
}

/**
 * The form of a product with options. Without this the browser checks the answers, and the form opens /buy, which does the
 * same. The cart's link names a line behind `#`: its answers are filled in, and the new line takes its place.
 */
export function wakeChooseOptions(form: HTMLFormElement): void {
  const id = form.dataset.id ?? '';
  const controls = [...form.querySelectorAll<Control>('[data-option]')];
  const before = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  for (const control of controls) {
    const value = before[control.dataset.option ?? ''];
    // A choice that is gone stays unanswered.
    const gone = control instanceof HTMLSelectElement && ![...control.options].some((one) => one.value === value);
    if (value !== undefined && !gone) control.value = value;
    control.setAttribute(
      'aria-describedby',
      [control.getAttribute('aria-describedby'), `${control.id}-error`].filter(Boolean).join(' '),
    );
    // Checked while the person types, not when they leave the field: then the button below would move away from their press.
    control.addEventListener('input', () => control.ariaInvalid && check(control));
  }
  const named = lineKey({ id, options: before });
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    controls.forEach(tidy);
    const [wrong] = controls.filter((control) => !check(control));
    if (wrong) {
      event.preventDefault();
      wrong.focus();
      return;
    }
    // Before the stored cart is read, adding would overwrite it. /buy waits for the cart by itself.
    if (!appState.persist.hasHydrated()) return;
    event.preventDefault();
    const state = appState.getState();
    // Any other hash, such as that of 'Pular para o conteúdo', names no line of the cart.
    const old = location.hash && state.basket.itens.includes(named) ? named : undefined;
    const options = Object.fromEntries(
      controls.flatMap(({ dataset: { option = '' }, value }) => (value === '' ? [] : [[option, value]])),
    );
    const key = lineKey({ id, options });
    const draft = readDraft();
    const { [old ?? '']: kept = 1, ...quantities } = draft.quantities;
    const quantity = Number(new FormData(form).get('quantity')) || 1;
    const stays = event.submitter?.hasAttribute('data-stays') && old === undefined;
    if (old !== undefined) state.removeItem(old);
    state.addItem(key);
    writeDraft({ ...draft, quantities: { ...quantities, [key]: Math.max(kept, quantity) } });
    if (stays) toast('ok', 'Produto adicionado com sucesso no carrinho');
    else window.location.assign('/checkout');
  });
}
