import { plainCall } from '../../lib/plain-call.ts';
import { appState } from '../../state/app-state.ts';

/** Ends the session. The page shows it at once, whatever the server says. */
export async function logOut(): Promise<void> {
  const ended = plainCall('POST', '/logout', { body: {} }).catch((error) => console.error('logout', error));
  appState.getState().loggedOut();
  await ended;
}
