import { SettingsService } from '@simplewebauthn/server';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Authenticator } from '../../../../../standins/authenticator.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { makeAccount, makeSession } from '../../../test/make.ts';

/**
 * A passkey may bring certificates of its device's maker. Each may name an address that lists revoked certificates. Whoever
 * has a key below a known root (any Android phone) can sign a certificate with any address and make a server call it.
 */

const PUBLIC_URL = 'http://vitrine.localhost:3000';
/** A root, and a certificate that it signed. The certificate says that http://127.0.0.1:9/wanted.crl lists revoked ones. */
const root = Buffer.from(
  'MIIBbzCCARWgAwIBAgIUOCE3zbyPfiu5xJnqGvPxUoFlgnIwCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBUjAgFw0yNjExMjMwODIy' +
    'NDZaGA8yMTI2MTAzMDA4MjI0NlowDDEKMAgGA1UEAwwBUjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOnpfcvsp26336fxiWNS' +
    'oxN40aOkGlq3ZQQRjmd9JvCFu702EdXXdA+BgvmBQzptnu95CHleSjIlTD8KBiFTE4mjUzBRMB0GA1UdDgQWBBTFPNY9RRlEnrAD' +
    'KC8ZpTJ6Ht7YkzAfBgNVHSMEGDAWgBTFPNY9RRlEnrADKC8ZpTJ6Ht7YkzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gA' +
    'MEUCIGfxtBWV+BJOjD3D8IxAEyek4Zobu52SobMokNPXLwEfAiEA15a6pasMEUffnBls9G1N7pLS5Pl3st8FGW/Y5DaDj3Y=',
  'base64',
);
const leaf = Buffer.from(
  'MIIBjjCCATSgAwIBAgIUXu4/tF7fzE8IKyZ2XOsZP1AtHEAwCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBUjAgFw0yNjExMjMwODIy' +
    'NDZaGA8yMTI2MTAyOTA4MjI0NlowDDEKMAgGA1UEAwwBTDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABL3e/maKwtPHalOhFHg4' +
    'JJ74hGdLPhv+MWAHCFOdqqQDFO1vKwAnL1oLxlBKzWRSEGI34J8c+oT2h9G/VxdRFWKjcjBwMC4GA1UdHwQnMCUwI6AhoB+GHWh0' +
    'dHA6Ly8xMjcuMC4wLjE6OS93YW50ZWQuY3JsMB0GA1UdDgQWBBQkpFLjEmsO32Qi3775aSpWKCdvdTAfBgNVHSMEGDAWgBTFPNY9' +
    'RRlEnrADKC8ZpTJ6Ht7YkzAKBggqhkjOPQQDAgNIADBFAiAYdCSKLyEjDlEmx7zjh28rMSFVvLj8OiC2Yt2vYg+aMAIhAKC3iOqG' +
    'wA3MxccE1qEFV5Rg+/e0+xFNjOHVSobuTG+J',
  'base64',
);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { VITRINE_PUBLIC_URL: PUBLIC_URL } });
  SettingsService.setRootCertificates({ identifier: 'apple', certificates: [root] });
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

async function add(attestation?: { fmt: string; certificates: Buffer[] }) {
  await sql`delete from throttle`.execute(app.db);
  const account = await makeAccount(app.db);
  const token = await makeSession(app.db, account.id);
  const started = await app.post('/v1/account/passkeys/start', {}, { token });
  const { challenge } = started.json<{ options: { challenge: string } }>().options;
  const cookie = String(started.headers['set-cookie']).split(';')[0] ?? '';
  const ceremony = { origin: PUBLIC_URL, rpID: 'vitrine.localhost', challenge, user: account.id };
  const credential = new Authenticator().make({ ...ceremony, ...(attestation && { attestation }) });
  return await app.post('/v1/account/passkeys', { name: 'Celular', credential }, { token, headers: { cookie } });
}

test.each(['apple', 'packed', 'fido-u2f', 'android-key', 'android-safetynet', 'tpm'])(
  'a passkey with certificates (%s) is refused, and no address in them is called',
  async (fmt) => {
    const called = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('nobody is there'));
    const answer = await add({ fmt, certificates: [leaf] });
    expect([answer.status, answer.json().code]).toEqual([422, 'passkey_refused']);
    expect(called.mock.calls).toEqual([]);
  },
);

test('a passkey without certificates is added', async () => {
  expect((await add()).status).toBe(200);
});
