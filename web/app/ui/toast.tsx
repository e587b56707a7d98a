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

/** A short message after an action. An important message belongs on the page, in an `Alert` or at its field. */
export const notify = {
  success: (text: string) => void show((toast) => toast.success(text)),
  error: (text: string) => void show((toast) => toast.error(text)),
  info: (text: string) => void show((toast) => toast(text)),
};
