import { useAppStore } from '../../state/app-store.ts';

let lost = false;

/** The server knows the session no more. The way leads over the login back to this page, in the same store. */
export function loseSession(): void {
  const { store, loggedOut, setCurrentStore } = useAppStore.getState();
  const { currentStoreId } = store;
  lost = true;
  loggedOut();
  if (currentStoreId !== null) setCurrentStore(currentStoreId);
}

/** Whether the session that has just ended was lost; false after a logout. */
export function takeLost(): boolean {
  const was = lost;
  lost = false;
  return was;
}
