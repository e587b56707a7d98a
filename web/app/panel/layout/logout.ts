import { call } from '../../lib/call.ts';
import { useAppStore } from '../../state/app-store.ts';
import { writeKey } from '../../state/session-storage.ts';
import { dropDrafts } from '../form/edited/drafts.ts';

/** The account that was left last. The other tabs hear of it. */
export const LEFT_KEY = 'left';

/** Forgets what the account typed and did not save, and ends its session on this page. */
export function leaveAccount(): void {
  const { auth, loggedOut } = useAppStore.getState();
  if (auth.user) {
    writeKey(LEFT_KEY, auth.user.id);
    writeKey(LEFT_KEY, null);
  }
  loggedOut();
  // Last, because a form of another tab keeps its draft as long as the token is there.
  if (auth.user) dropDrafts(auth.user.id);
}

/** Ends the session here at once, then at the server. A lost network must keep nobody logged in. */
export async function logout(): Promise<void> {
  const ended = call('POST /logout', {}).catch((error) => console.error('logout', error));
  leaveAccount();
  await ended;
}
