/** How long a toast stays. Long enough to read, and nothing that must not be missed is told by one. */
const TOAST_MS = 4_000;

/** The place where toasts appear, once per page; always there, so that screen readers hear what arrives in it. */
export function ToastPlace() {
  return (
    <div
      data-toasts=""
      role="status"
      aria-label="Avisos"
      className="pointer-events-none fixed inset-x-4 bottom-24 z-50 flex flex-col items-center gap-2 lg:inset-x-auto lg:right-6 lg:bottom-6 lg:items-end"
    />
  );
}

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
