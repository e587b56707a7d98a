import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import { factorDue, hasFactor } from '../../http/held-role.ts';
import type { StoreId } from '../../http/store.ts';
import { type MailConfig, sendMail } from '../mail/send-mail.ts';
import { lockStore } from '../stores/lock-store.ts';
import { panelUrl } from '../stores/public-url.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { factorDays, roleOf } from './queries.ts';

/** A day for people, in the zone of the store: `29/11/2026`. */
const dayText = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone }).format(at);

/**
 * Asks the team for a second factor (`days` from now, or from joining), or ends that (null). Members without one get a mail that
 * names the day. The owner is never shut out, and must have a second factor before others are asked for it (`factor_first`).
 */
export async function askForFactor(
  tx: Tx,
  store: StoreId,
  owner: Actor & { accountId: string },
  days: number | null,
  config: MailConfig,
): Promise<void> {
  await lockStore(tx, store);
  // Read under the lock: the store may have got another owner a moment ago.
  if ((await roleOf(tx, store, owner.accountId)) !== 'owner') throw new Refusal('forbidden');
  const before = await factorDays(tx, store);
  if (days === null) {
    await tx.deleteFrom('team_factor').where('store_id', '=', store).execute();
  } else {
    const own = await tx
      .selectFrom('member')
      .where('store_id', '=', store)
      .where('account_id', '=', owner.accountId)
      .select(hasFactor().as('factor'))
      .executeTakeFirst();
    if (!own?.factor) throw new Refusal('factor_first');
    await tx
      .insertInto('team_factor')
      .values({ store_id: store, days })
      .onConflict((on) => on.column('store_id').doUpdateSet({ days, since: sql<Date>`now()` }))
      .execute();
    await tellTeam(tx, store, config);
  }
  await recordAudit(tx, store, owner, {
    action: 'member.factor',
    text:
      days === null
        ? 'Deixou de exigir verificação em duas etapas da equipe'
        : 'Passou a exigir verificação em duas etapas da equipe',
    before: { factorDays: before },
    after: { factorDays: days },
  });
}

/** Tells members without a second factor by mail until which day they may enter. `only`: mails just this account. */
export async function tellTeam(tx: Tx, store: StoreId, config: MailConfig, only?: string): Promise<void> {
  const people = await tx
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .innerJoin('store', 'store.id', 'member.store_id')
    .where('member.store_id', '=', store)
    .where('account.deleted_at', 'is', null)
    .where('account.email_verified_at', 'is not', null)
    .where(factorDue(), 'is not', null)
    .$if(only !== undefined, (query) => query.where('member.account_id', '=', only ?? ''))
    .orderBy('account.id')
    .select(['account.email', 'store.time_zone', factorDue().as('due')])
    .execute();
  for (const { email, time_zone, due } of people) {
    if (!email || !due) continue;
    const data = { until: dayText(due, time_zone), url: panelUrl(config, '/profile?tab=conta') };
    await sendMail(tx, config, { kind: 'factor_demanded', to: email, storeId: store, data });
  }
}
