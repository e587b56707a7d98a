import { singleKeysOn } from './key-choice.ts';

/** What keys can ask of the panel. */
export interface KeyActions {
  /** Opens or closes the palette. */
  palette(): void;
  /** Shows the list of keys. */
  sheet(): void;
  /** Opens the form for a new thing of this screen; false if it has none. */
  create(): boolean;
}

/** Places where a letter is text, or where the control itself reads letters and arrows. */
const TYPING =
  'input:not([type=checkbox],[type=radio],[type=button]), textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox], [role=slider]';
const ROWS = 'main [data-rows]';

const windows = () => [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog], dialog[open]')];

/** What opens a row: its first link or button. */
const openerOf = (row: Element | null | undefined) =>
  row?.querySelector<HTMLElement>('a[href], button:not(:disabled)') ?? null;

/** Moves the focus to the next row of the list, or the former one; from outside of it to the first row. */
function moveInList(step: 1 | -1, onlyInside: boolean): boolean {
  const here = document.activeElement?.closest('li');
  const list = here?.closest(ROWS) ?? (onlyInside ? null : document.querySelector(ROWS));
  if (!list || (onlyInside && openerOf(here) !== document.activeElement)) return false;
  const rows = [...list.children].filter((row) => openerOf(row));
  const at = here && list.contains(here) ? rows.indexOf(here) : -1;
  const next = openerOf(rows[at === -1 ? 0 : at + step]);
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== null;
}

/** In an order's window: opens the next or the former order of the list behind it. */
function moveInDrawer(step: 1 | -1): boolean {
  const open = new URLSearchParams(window.location.search).get('order');
  const rows = [...document.querySelectorAll<HTMLElement>('main li[data-row]')];
  const at = rows.findIndex((row) => row.dataset.row === open);
  const next = at === -1 ? null : openerOf(rows[at + step]);
  next?.click();
  return next !== null;
}

/** Presses the button that saves what is edited: of the window on top, else of the bar of the page. */
function save(): boolean {
  const top = windows().at(-1);
  const bar = top ?? document.querySelector('[data-bottom-bar]');
  const buttons = [...(bar?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
  const button = buttons.findLast(({ type }) => type === 'submit') ?? (top ? undefined : buttons.at(-1));
  if (!button) return false;
  if (!button.disabled && button.ariaDisabled !== 'true') button.click();
  return true;
}

function focusSearch({ palette }: KeyActions): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>('main input[type=search]')].find(
    (one) => one.checkVisibility() && !one.disabled,
  );
  if (!field) palette();
  field?.focus();
  field?.select();
  return true;
}

function onLetter(key: string, actions: KeyActions): boolean {
  const open = windows();
  const step = key === 'j' ? 1 : key === 'k' ? -1 : null;
  if (step !== null && open.length === 1) return moveInDrawer(step);
  if (open.length > 0) return false;
  if (step !== null) return moveInList(step, false);
  if (key === '/') return focusSearch(actions);
  if (key === 'n') return actions.create();
  if (key === '?') actions.sheet();
  return key === '?';
}

/**
 * Does what a key asks for, and says whether it did. Ctrl S saves everywhere. Single keys act while nobody types and only if the
 * person did not turn them off; arrows move between rows from the control that opens one.
 */
export function actOnKey(event: KeyboardEvent, actions: KeyActions): boolean {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (event.defaultPrevented || event.isComposing || altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 's' && !event.shiftKey && save();
  if (!(target instanceof Element) || target.closest(TYPING)) return false;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    return windows().length === 0 && moveInList(key === 'ArrowDown' ? 1 : -1, true);
  }
  // While J or K is held, the focus moves on and on. Every other held key acts once.
  if (event.repeat && key !== 'j' && key !== 'k') return false;
  return singleKeysOn() && onLetter(key, actions);
}
