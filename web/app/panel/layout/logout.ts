import { call } from '../../lib/call.ts';
import { useAppStore } from '../../state/app-store.ts';

/** Ends the session here at once, then at the server. A lost network must keep nobody logged in. */
export async function logout(): Promise<void> {
  const ended = call('POST /logout', {}).catch((error) => console.error('logout', error));
  useAppStore.getState().loggedOut();
  await ended;
}
