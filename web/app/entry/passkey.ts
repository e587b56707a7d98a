import { call } from '../lib/call.ts';

/** Passkeys in this browser. The library is loaded at the first press, since most visits need none. */

/** Whether this browser can use passkeys at all. */
export const hasPasskeys = () => typeof window !== 'undefined' && 'PublicKeyCredential' in window;

/** The person closed the browser's window, or has no passkey here. The page says so; nothing changed. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled';
}

const words = (error: unknown): never => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyCancelled();
  throw error;
};

async function sign(path: '/login/passkey' | '/account/confirm/passkey') {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { options } = await call(`POST ${path}/start`, {});
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options }).catch(words);
  return { id, rawId, type, response };
}

/** Logs in with a passkey that the person chooses. */
export const logInByPasskey = async () =>
  await call('POST /login/passkey', { body: { credential: await sign('/login/passkey') } });

/** Confirms this session with a passkey and returns the new token. */
export const confirmByPasskey = async () =>
  await call('POST /account/confirm/passkey', {
    body: { credential: await sign('/account/confirm/passkey') },
  });

/** Makes a passkey in this browser and adds it to the account under this name. */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { options } = await call('POST /account/passkeys/start', {});
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options }).catch(words);
  const { clientDataJSON, attestationObject, transports } = response;
  const credential = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  await call('POST /account/passkeys', { body: { name, credential } });
}
