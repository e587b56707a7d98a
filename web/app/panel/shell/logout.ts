import { api } from '../../lib/api.ts';
import { useAppStore } from '../../state/app-store.ts';

/** Ends the session here at once, and at the server as well as it can: a lost network must not keep anyone logged in. */
export async function logout(): Promise<void> {
  const ended = api('POST', '/logout', { body: {} }).catch((error) => console.error('logout', error));
  useAppStore.getState().loggedOut();
  await ended;
}
