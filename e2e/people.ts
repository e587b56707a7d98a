import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { User } from '@vitrine/contract/account-answers';
import { call } from './call.ts';
import { expect } from './test.ts';
import { control, forgetTries, inDatabase, type World } from './world.ts';

/** People with their own accounts, and their mail. */

export const PASSWORD = 'Uma-senha-comprida-7';

export interface Person {
  name: string;
  email: string;
  token: string;
  user: User;
}

/** An address that is unique in this run, because stories share one database. */
export function newEmail(who: string): string {
  const plain = who
    .normalize('NFD')
    .replace(/\P{ASCII}/gu, '')
    .toLowerCase();
  return `${plain}-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}@exemplo.com.br`;
}

/** Registers an account through the API and proves its address by the mail, for stories that start later. */
export async function register(world: World, name: string): Promise<Person> {
  const email = newEmail(name.split(' ')[0] ?? '');
  await forgetTries('register');
  await call('POST /login/register', { body: { name, email, password: PASSWORD } });
  const session = await call('POST /login', { body: { email, password: PASSWORD } });
  await proveAddress(world, email, session.token);
  const { user } = await call('GET /profile', { token: session.token });
  return { name, email, token: session.token, user };
}

/** Opens the mailed link of a new account, in its session. */
export async function proveAddress(world: World, email: string, session: string): Promise<void> {
  const link = await linkInMail(world, email, 'Confirme seu e-mail');
  await call('POST /email/verify', { body: { token: tokenIn(link) }, token: session });
}

/** Confirms the session of this token again, for a story that keeps it for longer than ten minutes. */
export async function confirmAgain(token: string): Promise<void> {
  await inDatabase(`update session set confirmed_at = now() where token_hash = sha256(convert_to($1, 'UTF8'))`, [
    token,
  ]);
}

/** Makes every session of the account look as if it was confirmed eleven minutes ago. */
export async function letSessionsAge(email: string): Promise<void> {
  await inDatabase(
    `update session set confirmed_at = now() - interval '11 minutes', factor_at = null
      where account_id = (select id from account where email = $1)`,
    [email],
  );
}

/** The question "Confirme que é você", on any screen. */
export const whoIsIt = (page: Page) => page.getByRole('dialog', { name: 'Confirme que é você' });

/** Answers the question with the password. */
export async function answerWhoIsIt(page: Page, password = PASSWORD): Promise<void> {
  await whoIsIt(page).getByLabel('Sua senha', { exact: true }).fill(password);
  await whoIsIt(page).getByRole('button', { name: 'Confirmar', exact: true }).click();
}

/** The text of the newest mail to an address with these words in its subject. Waits for the mail. */
export async function mailTo({ pages }: World, to: string, subject: string): Promise<string> {
  const query = new URLSearchParams({ to, subject });
  let text = '';
  await expect
    .poll(
      async () => {
        const [mail] = await control<{ text: string }[]>(`${pages.mail}/__control/mails?${query}`);
        text = mail?.text ?? '';
        return text;
      },
      { timeout: 30_000, message: `a mail "${subject}" to ${to}` },
    )
    .not.toBe('');
  return text;
}

/** The link in such a mail. */
export async function linkInMail(world: World, to: string, subject: string): Promise<string> {
  const link = /https?:\/\/\S+token=[\w-]+/.exec(await mailTo(world, to, subject))?.[0] ?? '';
  expect(link, `the link in the mail "${subject}" to ${to}`).not.toBe('');
  return link;
}

/** The one-time token of a mailed link. */
export const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';

/** Makes a person a member of a store, by the owner's invitation and the mail; of the demo store by default. */
export async function joinTeam(
  world: World,
  person: Person,
  /** A built-in role, or the id of one of the store's own. */
  role: string,
  store?: { subdomain: string; token: string },
): Promise<void> {
  const { owner } = world;
  const { subdomain, token } = store ?? {
    subdomain: owner.subdomain,
    token: (await call('POST /login', { body: owner })).token,
  };
  await call('POST /members/invite', { body: { subdomain, email: person.email, role }, token });
  const link = await linkInMail(world, person.email, 'Convite');
  await call('POST /invitations/accept', {
    body: { token: tokenIn(link) },
    token: person.token,
  });
}

/** Fills in the login screen and sends it. */
export async function fillLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Logs in on the screen and waits until the panel knows the person. */
export async function logIn(page: Page, { panel }: World, email: string, password = PASSWORD): Promise<void> {
  await page.goto(`${panel}/login`);
  await fillLogin(page, email, password);
  // Hashing a password is slow on purpose, and slower beside other stories.
  await expect(page).not.toHaveURL(/\/login/, { timeout: 30_000 });
}

/** A logged-out person with an account and a store. `token` is of the session that has ended. */
export async function makeOwner(world: World): Promise<Person & { subdomain: string }> {
  const person = await register(world, 'Olívia Prado');
  const subdomain = `cidade-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  await call('POST /store/create', {
    body: { nameStore: `Loja ${subdomain}`, nameDomain: subdomain },
    token: person.token,
  });
  await call('POST /logout', { token: person.token });
  return { ...person, subdomain };
}

/** The code of an authenticator app (RFC 6238) in a step of 30 seconds. */
export function appCode(secret: string, step: number): string {
  const bits = [...secret].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'));
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, '0');
}
