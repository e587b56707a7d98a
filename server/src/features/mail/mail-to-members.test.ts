import type { Role } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SmtpStandin, startSmtp } from '../../../../standins/smtp/smtp.ts';
import { newId } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../test/make.ts';
import { sampleMail } from '../../test/sample-mails.ts';
import { mailNews } from '../alerts/mail-news.ts';
import { noteEvent } from '../notices/note-event.ts';
import { tellEvents } from '../notices/tell-events.ts';
import { sendMailJob } from './jobs.ts';
import { sendMail } from './send-mail.ts';

/** A mail to a member waits: for its turn, for a mail server that is away, for its budget. Then they may be a member no more. */

let smtp: SmtpStandin;
let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_PER_HOUR: '100' } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  await smtp.control.reset();
  await sql`truncate mail, throttle, notice, notice_choice, alert_news, alert`.execute(app.db);
  store = await makeStore(app.db, app.deps.config.secret);
});

type Person = Awaited<ReturnType<typeof makeMember>>;

/** Leaves mails in the outbox as every feature writes them: a refund, an alert about deliveries, and one about the payment token. */
async function tell(): Promise<void> {
  await transaction(app.db, (tx) => noteEvent(tx, store.id, { kind: 'refund', news: 'whole' }));
  for (const kind of ['delivery_failed', 'payment_refused']) {
    const id = newId();
    await sql`insert into alert (store_id, id, kind, subject, phase, since, begun_at, looked_at, told_at, repeats, things)
      values (${store.id}, ${id}, ${kind}, '', 'open', now(), now(), now(), now(), 0, 1)`.execute(app.db);
    await sql`insert into alert_news (store_id, id, alert_id, news, things, mail)
      values (${store.id}, ${newId()}, ${id}, 'begun', 1, 'due')`.execute(app.db);
    await mailNews(app.db, app.deps.config);
  }
  await tellEvents(app.db, app.deps.config);
}
async function hearing(role: 'admin' | 'attendant'): Promise<Person> {
  const member = await makeMember(app.db, store.id, role);
  const kinds = role === 'admin' ? ['refund', 'delivery_failed', 'payment_refused'] : ['refund', 'delivery_failed'];
  const values = kinds.map((kind) => ({
    store_id: store.id,
    account_id: member.account.id,
    kind,
    mail: true,
    push: false,
  }));
  await app.db.insertInto('notice_choice').values(values).execute();
  return member;
}
async function sendAll(): Promise<void> {
  const mails = await app.db.selectFrom('mail').where('state', '=', 'pending').select('id').execute();
  for (const { id: mailId } of mails)
    await sendMailJob(async () => [])(
      app.deps,
      { mailId },
      { number: 1, last: false, signal: new AbortController().signal },
    );
}
const outcomes = async (email: string) =>
  (
    await app.db
      .selectFrom('mail')
      .where('recipient', '=', email)
      .orderBy('kind')
      .select(['kind', 'state', 'problem', 'data'])
      .execute()
  ).map(({ kind, state, problem }) => `${kind} ${state}${problem ? ` ${problem}` : ''}`);
const become = (person: Person, role: Role) =>
  sql`update member set role = ${role} where store_id = ${store.id} and account_id = ${person.account.id}`.execute(
    app.db,
  );

test('attack: a mail that waits does not reach a member who was removed meanwhile, and leaves for the others', async () => {
  const [gone, stays] = [await hearing('attendant'), await hearing('attendant')];
  await tell();
  const { id } = gone.account;
  await app.post('/v1/members/remove', { subdomain: store.subdomain, id }, { token: store.token });
  await sendAll();
  expect(await outcomes(gone.account.email)).toEqual(['alert dropped not_theirs', 'refund_notice dropped not_theirs']);
  expect(await outcomes(stays.account.email)).toEqual(['alert sent', 'refund_notice sent']);
  const left = await app.db.selectFrom('mail').where('problem', '=', 'not_theirs').select('data').execute();
  expect(left.map(({ data }) => data)).toEqual([null, null]);
});

test('attack: a mail that waits does not reach a member who may no longer read what it tells; other mails reach them', async () => {
  const admin = await hearing('admin');
  await tell();
  await become(admin, 'attendant');
  await sendAll();
  expect(await outcomes(admin.account.email)).toEqual([
    'alert sent',
    'alert_severe dropped not_theirs',
    'refund_notice sent',
  ]);
});

test('attack: a mail that waits reaches no member of a deleted store; a warning to a former owner leaves all the same', async () => {
  const former = await hearing('attendant');
  await tell();
  await transaction(app.db, (tx) =>
    sendMail(tx, app.deps.config, sampleMail('store_transferred', former.account.email, store.id)),
  );
  await sql`update store set deleted_at = now() where id = ${store.id}`.execute(app.db);
  await sendAll();
  expect(await outcomes(former.account.email)).toEqual([
    'alert dropped not_theirs',
    'refund_notice dropped not_theirs',
    'store_transferred sent',
  ]);
});

const quietNow = () =>
  sql`insert into alert_setting (store_id, quiet_from, quiet_until)
    select id, to_char((now() at time zone time_zone) - interval '1 hour', 'HH24:MI'),
           to_char((now() at time zone time_zone) + interval '1 hour', 'HH24:MI') from store where id = ${store.id}`.execute(
    app.db,
  );

test('attack: a mail that waits does not reach a member who no longer wants it; what they still want leaves', async () => {
  const member = await hearing('attendant');
  await tell();
  await sql`update notice_choice set mail = false where account_id = ${member.account.id} and kind = 'refund'`.execute(
    app.db,
  );
  await sendAll();
  expect(await outcomes(member.account.email)).toEqual(['alert sent', 'refund_notice dropped unwanted']);
});

test('attack: a mail that waited into the quiet hours waits for their end; what is severe leaves, and the rest follows once', async () => {
  const admin = await hearing('admin');
  await tell();
  await quietNow();
  await sendAll();
  await sendAll();
  expect(await outcomes(admin.account.email)).toEqual([
    'alert pending quiet hours',
    'alert_severe sent',
    'refund_notice pending quiet hours',
  ]);
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from next_at - now())::float8 / 60 as minutes from mail where problem = 'quiet hours'`.execute(
    app.db,
  );
  for (const { minutes } of rows) expect(Math.abs(minutes - 60)).toBeLessThan(3);
  await sql`delete from alert_setting`.execute(app.db);
  await sql`update mail set next_at = now() where state = 'pending'`.execute(app.db);
  await sendAll();
  await sendAll();
  expect(await outcomes(admin.account.email)).toEqual(['alert sent', 'alert_severe sent', 'refund_notice sent']);
  expect(smtp.control.list({ to: admin.account.email })).toHaveLength(3);
});
