import { randomBytes } from 'node:crypto';
import { control } from './http.ts';
import { newAddress } from './ports.ts';
import { until } from './waiting.ts';
import type { World } from './world.ts';

export const PASSWORD = 'Uma-senha-comprida-7';
const MAIL_MS = 30_000;

/** A person with an account, and their own address in the network. */
export interface Person {
  name: string;
  email: string;
  password: string;
  token: string;
  from: string;
}

/** An e-mail address that is unique in this run. */
export function newEmail(who = 'pessoa'): string {
  return `${who}-${randomBytes(6).toString('hex')}@exemplo.com.br`;
}

export async function logIn(world: World, person: Pick<Person, 'email' | 'password' | 'from'>): Promise<string> {
  const { email, password, from } = person;
  return (await world.demand('POST /login', { body: { email, password }, from })).token;
}

/** Registers and logs in. The address is not proven yet. */
export async function registerUnproven(world: World, name = 'Pessoa Qualquer', email = newEmail()): Promise<Person> {
  const person = { name, email, password: PASSWORD, from: newAddress(), token: '' };
  await world.demand('POST /login/register', { body: { name, email, password: PASSWORD }, from: person.from });
  return { ...person, token: await logIn(world, person) };
}

/** The newest mail to an address with these words in its subject. Waits for it. */
export async function mailTo(world: World, to: string, subject: string): Promise<{ text: string; subject: string }> {
  const query = new URLSearchParams({ to, subject });
  const { value } = await until(`a mail "${subject}" to ${to}`, MAIL_MS, async () => {
    const mails = await control<{ text: string; subject: string }[]>(
      `${world.standins.pages.mail}/__control/mails?${query}`,
    );
    return mails[0];
  });
  return value;
}

/** The one-time token in such a mail. */
export async function tokenInMail(world: World, to: string, subject: string): Promise<string> {
  const { text } = await mailTo(world, to, subject);
  const token = /[?#&]token=([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error(`The mail "${subject}" has no link.`);
  return token;
}

/** Registers, and opens the mail's link in the account's session. */
export async function register(world: World, name = 'Olívia Prado', email = newEmail('dona')): Promise<Person> {
  const person = await registerUnproven(world, name, email);
  const token = await tokenInMail(world, email, 'Confirme');
  await world.demand('POST /email/verify', { body: { token }, token: person.token, from: person.from });
  return person;
}
