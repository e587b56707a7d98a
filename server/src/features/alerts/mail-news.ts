import { type AlertKindName, alertKind, alertKindNames } from '@vitrine/contract/alert-kinds';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { SERVERS_PATH } from '../city/seats/seat-mails.ts';
import { mailName } from '../mail/mail-names.ts';
import { isQuiet } from '../mail/quiet.ts';
import { sendMail } from '../mail/send-mail.ts';
import { type Hearer, hearersOf } from '../notices/hearers.ts';
import { queuePush } from '../push/queue-push.ts';
import { panelUrl } from '../stores/public-url.ts';
import type { AlertNews } from './alert.ts';
import { queuePost } from './channel-news.ts';

/** Stores that one transaction mails; the next one takes the rest. */
const BATCH = 100;

interface DueNews {
  store_id: string;
  store: string;
  id: string;
  alert_id: string;
  news: AlertNews;
  things: number;
  kind: AlertKindName;
  /** The name of the game server; empty if the kind of alert has none. */
  name: string;
  /** The owner wants alerts in a channel of the Discord server. */
  posted: boolean;
  /** A copy of the server is among those that wait. */
  copy: boolean;
  /** Times by the store's clock, `23/11 às 14:05`. */
  from: string;
  until: string;
}

/**
 * Writes the mails and pushes of what is due: one for each member of a store who wants to hear of it, however many alerts
 * moved. In the store's quiet hours only the severe are due; the others wait for their end and come together. The news are
 * marked in the transaction that writes them, so each is in exactly one mail and one push of each member's.
 */
export async function mailNews(db: Db, config: Config): Promise<void> {
  while ((await transaction(db, (tx) => mailSome(tx, config))) === BATCH);
}

const severe = alertKindNames.filter((name) => alertKind(name)?.severe);

/** Answers the number of stores that it worked on. */
async function mailSome(tx: Tx, config: Config): Promise<number> {
  const { rows } = await sql<DueNews>`
    with ready as materialized (
      select n.store_id, n.id from alert_news n
        join alert a on a.store_id = n.store_id and a.id = n.alert_id
        join store s on s.id = n.store_id
        left join alert_setting t on t.store_id = n.store_id
       where n.mail = 'due' and (a.kind = any(${severe}::text[]) or not ${isQuiet})
    ), due as (
      select n.* from alert_news n join ready r on r.store_id = n.store_id and r.id = n.id
       where n.mail = 'due' and n.store_id in (select distinct store_id from ready order by store_id limit ${BATCH})
       for update of n skip locked
    ), told as (
      update alert_news n set mail = 'told' from due d where n.store_id = d.store_id and n.id = d.id
    )
    select d.store_id, s.name as store, d.id, d.alert_id, d.news, d.things, a.kind, coalesce(p.name, g.guild_name, '') as name,
           t.channel_id is not null as posted,
           exists (select from game_claim c where c.store_id = a.store_id and c.seat_id = a.subject
             and c.state = 'waiting' and c.reason = 'copy') as copy,
           to_char(a.begun_at at time zone s.time_zone, 'DD/MM "às" HH24:MI') as "from",
           to_char(a.since at time zone s.time_zone, 'DD/MM "às" HH24:MI') as until
      from due d
      join alert a on a.store_id = d.store_id and a.id = d.alert_id and a.kind = any(${alertKindNames}::text[])
      join store s on s.id = d.store_id and s.deleted_at is null
      left join alert_setting t on t.store_id = d.store_id
      left join game_seat p on p.store_id = a.store_id and p.id = a.subject
      left join discord_guild g on g.store_id = a.store_id and g.guild_id = a.subject
     order by d.store_id, d.id`.execute(tx);
  const stores = Map.groupBy(rows, storeIdOf);
  const hearers = await hearersOf(tx, [...stores.keys()]);
  for (const [storeId, news] of stores) {
    if (news[0]?.posted) {
      await queuePost(
        tx,
        storeId,
        news.map(({ alert_id: alert, kind, name, things, news: what, from, until }) => {
          return { alert, kind, name, things, news: what, when: whenOf(what, from, until) };
        }),
      );
    }
    for (const hearer of hearers.get(storeId) ?? []) {
      await mailTo(tx, config, storeId, hearer, news);
      await pushTo(tx, storeId, hearer, news);
    }
  }
  return stores.size;
}

/** Mails a member the news of the kinds that this member wants to hear of. */
async function mailTo(
  tx: Tx,
  config: Config,
  storeId: StoreId,
  { account, email: to, mailed }: Hearer,
  news: readonly DueNews[],
): Promise<void> {
  if (to === null) return;
  const last = inOrder(news).filter(({ kind }) => mailed(kind));
  const seats = last.filter(({ kind, news: what }) => kind === 'server_waiting' && what !== 'well');
  for (const { name, copy } of seats) {
    const data = { server: name, news: copy ? 'copy' : 'waiting', url: panelUrl(config, SERVERS_PATH) } as const;
    const member = { account, hears: ['server_waiting'] as const };
    await sendMail(tx, config, { kind: 'game_server', to, storeId, member, data });
  }
  const items = last.filter((item) => !seats.includes(item));
  const [first] = items;
  if (!first) return;
  const path = items.length === 1 ? alertKind(first.kind)?.href : undefined;
  await sendMail(tx, config, {
    kind: items.some((item) => alertKind(item.kind)?.severe) ? 'alert_severe' : 'alert',
    to,
    storeId,
    member: { account, hears: items.map(({ kind }) => kind) },
    data: {
      items: items.map(({ kind, name, things, news: what, from, until }) => ({
        kind,
        name,
        things,
        news: what,
        when: whenOf(what, from, until),
      })),
      url: panelUrl(config, path ?? '/alerts'),
    },
  });
}

/** One push: an alert with its sentence, or how many there are and of which kinds. The end of an alert takes the place of its beginning. */
async function pushTo(tx: Tx, store: StoreId, { account, pushed }: Hearer, news: readonly DueNews[]): Promise<void> {
  const last = inOrder(news).filter(({ kind }) => pushed(kind));
  const [first] = last;
  if (!first) return;
  const known = alertKind(first.kind);
  const well = first.news === 'well';
  const label = (one: DueNews) => `${one.news === 'well' ? 'Resolvido: ' : ''}${alertKind(one.kind)?.label}`;
  const about = { things: first.things, name: mailName(first.name, 'sem nome') };
  const one = {
    title: `${well ? 'Resolvido' : 'Alerta'}: ${known?.label}`,
    body: `${well ? known?.well(about) : known?.text(about)}\n${first.store}`,
    path: known?.href ?? '/alerts',
    tag: first.alert_id,
  } as const;
  const kinds = [...new Set(last.map(label))].join('\n');
  const several = {
    title: `${last.length} alertas`,
    body: `${kinds}\n${first.store}`,
    path: '/alerts',
    tag: first.id,
  } as const;
  await queuePush(tx, { account, store, kind: first.kind, words: last.length === 1 ? one : several });
}

const whenOf = (news: AlertNews, from: string, until: string) =>
  news === 'well' ? `De ${from} até ${until}.` : `Desde ${from}.`;

/** The last news of each alert, the most severe first: whoever reads that it ended need not read that it began. */
function inOrder(news: readonly DueNews[]): DueNews[] {
  const last = new Map(news.map((item) => [item.alert_id, item]));
  const rank = ({ kind }: DueNews) => (alertKindNames as string[]).indexOf(kind);
  return [...last.values()].sort((a, b) => rank(a) - rank(b));
}
