/** How long a toast stays. Long enough to read, and nothing that must not be missed is told by one. */
const TOAST_MS = 4_000;

/** Says a short word after an action. Dark in both themes (SPEC.md section 8). */
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
