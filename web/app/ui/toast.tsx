import { lazy, Suspense, useSyncExternalStore } from 'react';

const load = () => import('./toaster.tsx');
const ToastList = lazy(load);

/** Fetches the script of toasts before one is needed, while there is a network. */
export const prepareToasts = () => void load().catch(() => {});

let wanted = false;
const waiting = new Set<() => void>();
const whenWanted = (heard: () => void) => {
  waiting.add(heard);
  return () => waiting.delete(heard);
};

/** The place for toasts, once per layout, always dark (SPEC.md section 8). It loads its script with the first toast. */
export function Toasts() {
  const shown = useSyncExternalStore(
    whenWanted,
    () => wanted,
    () => false,
  );
  return shown ? (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  ) : null;
}

async function show(say: (toast: Awaited<ReturnType<typeof load>>['toast']) => void) {
  wanted = true;
  for (const heard of waiting) heard();
  // A message before the list is drawn waits there for it.
  say((await load()).toast);
}

/** Something more that a message lets people do. */
export interface ToastButton {
  label: string;
  press(): void;
}
/** A message with a button stays longer, so that people reach it. */
const BUTTON_MS = 15_000;
const withButton = ({ label, press }: ToastButton) => ({ duration: BUTTON_MS, action: { label, onClick: press } });

/** The errors that were told, by the screen on which they happened. Old ones do no harm: dismissing them does nothing. */
const errorsAt = new Map<string, Set<string>>();

/**
 * A short message after an action. An important message belongs on the page, in an `Alert` or at its field. The same text shows
 * once, however often it is told. A success takes away the errors of its screen, because the person tried again.
 */
export const notify = {
  success(text: string, more?: ToastButton) {
    const { pathname } = window.location;
    void show((toast) => {
      for (const error of errorsAt.get(pathname) ?? []) toast.dismiss(error);
      errorsAt.delete(pathname);
      toast.success(text, { id: text, ...(more && withButton(more)) });
    });
  },
  error(text: string) {
    const { pathname } = window.location;
    void show((toast) => {
      errorsAt.set(pathname, (errorsAt.get(pathname) ?? new Set()).add(text));
      toast.error(text, { id: text });
    });
  },
  info: (text: string) => void show((toast) => toast(text, { id: text })),
};
