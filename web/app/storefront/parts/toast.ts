/** How long a toast stays, in ms: long enough to read. An important message is never only a toast. */
const TOAST_MS = 4_000;

/** Shows a short message after an action, dark in both themes (SPEC.md section 8). */
export function toast(kind: 'ok' | 'bad', text: string): void {
  const place = document.querySelector('[data-toasts]');
  if (!place) return;
  const box = document.createElement('p');
  box.className = 'toast';
  box.dataset.kind = kind;
  box.textContent = text;
  place.append(box);
  setTimeout(() => box.remove(), TOAST_MS);
}
