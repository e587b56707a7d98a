import { setTimeout as delay } from 'node:timers/promises';
import type { LoginAnswer } from '@vitrine/contract/account-answers';
import { type ErrorCode, errors } from '@vitrine/contract/errors';
import { sql } from 'kysely';
import { openText, seal } from '../../../db/seal.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import { type Caller, hashToken, newToken } from '../../../http/session.ts';
import { userOnWire } from '../account.ts';
import type { Client } from '../client.ts';
import { warn } from '../password/change-password.ts';
import { findAccount } from '../queries.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { confirmByIdentity } from '../step-up/confirm-identity.ts';
import { adoptIdentity, linkIdentity, type Provider } from './adopt-identity.ts';
import { enterAccount } from './enter-account.ts';
import { LOGIN_SECONDS } from './login-cookie.ts';
import { authorizeUrl, newPkce, readIdentity } from './oauth.ts';

/** A second request waits this long for the first. The browser itself waits 10 s. */
const JOIN_MS = 9000;
const JOIN_EVERY_MS = 50;
const names: Record<Provider, string> = { discord: 'Discord', google: 'Google' };

/**
 * Starts a login at a provider: makes the state and the PKCE verifier. `link` is the account that gets the provider's login.
 * `confirm` is the session of that account that the return confirms. The verifier stays in the database; the caller puts
 * the state into a signed cookie. Undefined if the provider is not configured.
 */
export async function startOauth(
  { db, config }: Deps,
  provider: Provider,
  { link = null, confirm = null }: { link?: string | null; confirm?: string | null } = {},
): Promise<{ url: string; state: string } | undefined> {
  const state = newToken();
  const { verifier, challenge } = newPkce();
  const url = authorizeUrl(config, provider, { state, challenge, to: 'owner' });
  if (!url) return undefined;
  await db
    .insertInto('oauth_state')
    .values({
      state_hash: hashToken(state),
      provider,
      verifier,
      account_id: link,
      session_id: confirm,
      expires_at: sql<Date>`now() + make_interval(secs => ${LOGIN_SECONDS})`,
    })
    .execute();
  return { url, state };
}

interface Return {
  code: string;
  /** The caller has compared it with the browser's cookie. */
  state: string;
  client: Client & { device: string };
  /** The person who is logged in in this browser and their token. Linking and confirming need it. */
  caller: (Caller & { token: string }) | undefined;
}

/**
 * Finishes a login at a provider. A state works once, because the provider refuses a code the second time. A second request
 * with the same state (a page effect that runs twice, a reload) waits for the first and gets the same answer.
 */
export async function finishOauth(deps: Deps, provider: Provider, input: Return): Promise<LoginAnswer> {
  const stateHash = hashToken(input.state);
  const claimed = await deps.db
    .updateTable('oauth_state')
    .set({ used_at: sql<Date>`now()` })
    .where('state_hash', '=', stateHash)
    .where('provider', '=', provider)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['verifier', 'account_id', 'session_id'])
    .executeTakeFirst();
  if (!claimed) return await joinFirst(deps, provider, stateHash);
  try {
    const answer = await work(deps, provider, input, claimed);
    await leaveAnswer(deps, stateHash, { ok: answer });
    return answer;
  } catch (error) {
    if (claimed.session_id && claimed.account_id && error instanceof Refusal && error.code === 'identity_other') {
      await recordSecurity(deps.db, { accountId: claimed.account_id, kind: 'step_up_failed', client: input.client });
    }
    await leaveAnswer(deps, stateHash, { refused: error instanceof Refusal ? error.code : 'internal' });
    throw error;
  }
}

async function work(
  deps: Deps,
  provider: Provider,
  { code, state, client, caller }: Return,
  claimed: { verifier: string; account_id: string | null; session_id: string | null },
): Promise<LoginAnswer> {
  const { verifier, account_id: linkTo, session_id: confirming } = claimed;
  // Linking a login or confirming a session needs a session of that account, in the browser that started it.
  const linking = linkTo === null ? undefined : caller;
  if (linkTo !== null && linking?.accountId !== linkTo) throw new Refusal('unauthenticated');
  if (confirming !== null && linking?.sessionId !== confirming) throw new Refusal('unauthenticated');
  const identity = await readIdentity(deps, provider, { code, state, verifier, to: 'owner' });
  return await transaction(deps.db, async (tx) => {
    let renewed: string | undefined;
    if (linking && confirming !== null) renewed = await confirmByIdentity(tx, provider, identity, linking, client);
    else if (linking) await linkIdentity(tx, provider, identity, linking);
    const { id: accountId, joined } = linking
      ? { id: linking.accountId, joined: confirming === null }
      : await adoptIdentity(tx, provider, identity);
    const account = await findAccount(tx, accountId);
    if (!account) throw new Refusal('unauthenticated');
    const token =
      renewed ?? linking?.token ?? (await enterAccount(tx, deps.config, account, client, { way: names[provider] }));
    if (joined) {
      await recordSecurity(tx, { accountId, kind: 'identity_linked', client, detail: { login: names[provider] } });
      await warn(tx, deps.config, account, `Um login com ${names[provider]} foi vinculado à sua conta.`);
    }
    return { success: true as const, token, user: userOnWire(account, deps.config.discord.cdnUrl) };
  });
}

type Outcome = { ok: LoginAnswer } | { refused: ErrorCode };
const ownerOf = (stateHash: Buffer) => `login:${stateHash.toString('hex')}`;

/** Stores the answer for a second request. It is sealed, because it holds a session's token, and is deleted with its row. */
async function leaveAnswer({ db, config }: Deps, stateHash: Buffer, outcome: Outcome): Promise<void> {
  const sealed = seal(config.secret, JSON.stringify(outcome), ownerOf(stateHash)).toString('base64');
  await db
    .updateTable('oauth_state')
    .set({ answer: JSON.stringify({ sealed }), verifier: '' })
    .where('state_hash', '=', stateHash)
    .execute();
}

async function joinFirst({ db, config }: Deps, provider: Provider, stateHash: Buffer): Promise<LoginAnswer> {
  const until = Date.now() + JOIN_MS;
  for (;;) {
    const row = await db
      .selectFrom('oauth_state')
      .where('state_hash', '=', stateHash)
      .where('provider', '=', provider)
      .where('used_at', '>', sql<Date>`now() - interval '20 seconds'`)
      .select('answer')
      .executeTakeFirst();
    if (!row) throw new Refusal(provider === 'discord' ? 'discord_code_invalid' : 'google_code_invalid');
    const answer = row.answer as { sealed: string } | null;
    if (answer) {
      const text = openText(config.secret, Buffer.from(answer.sealed, 'base64'), ownerOf(stateHash));
      const outcome = JSON.parse(text) as Outcome;
      if ('ok' in outcome) return outcome.ok;
      throw new Refusal(outcome.refused in errors ? outcome.refused : 'internal');
    }
    if (Date.now() > until) throw new Refusal(provider === 'discord' ? 'discord_timeout' : 'google_failed');
    await delay(JOIN_EVERY_MS);
  }
}
