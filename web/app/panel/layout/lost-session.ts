import { useAppStore } from '../../state/app-store.ts';

let lost = false;

/** Ends a session that the server no longer knows. After the login the person comes back to this page, in the same store. */
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
