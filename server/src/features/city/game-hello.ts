import type { GameHello, GameHelloAnswer } from '@vitrine/contract/game';
import { gameProtocolVersion } from '@vitrine/contract/game';
import { limits } from '@vitrine/contract/limits';
import type { DeliveryState } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { makeDue } from '../deliveries/make-due.ts';
import { type Move, moveDeliveries } from '../deliveries/move-deliveries.ts';
import { createReversals } from '../deliveries/reverse-delivery.ts';
import { isRepeatable } from '../deliveries/targets.ts';
import { scriptZip } from '../stores/script-zip.ts';
import { forgetPeople } from './city-people.ts';
import { cityCame } from './city-status.ts';

/** Older scripts are refused. Raise it only for security, weeks after a notice. */
const MIN_VERSION = '1.0.0';
const TWO_INSTANCES =
  'Duas instâncias usam a mesma chave ao mesmo tempo. As entregas estão em pausa: desligue uma delas ou troque a chave.';
const TAKEN_OVER = 'Outro servidor se conectou com a mesma chave; este não recebe mais entregas.';
const games = { fivem: 'FiveM', mta: 'MTA', minecraft: 'Minecraft' } as const;

interface Server {
  id: string;
  journal_id: string;
  boot_id: string;
  previous_boot_id: string | null;
  epoch: number;
  name: string;
  framework: string;
  changed_lately: boolean;
}

const versionNumber = (version: string) =>
  version
    .split('.')
    .slice(0, 3)
    .reduce((sum, part) => sum * 1000 + (Number.parseInt(part, 10) || 0), 0);

/**
 * A game server says that it started. Opens a new epoch, which ends every older one of this store, and decides about
 * the deliveries that are out:
 *
 * - with the same journal they are offered again to the same server
 * - with another or a lost journal, repeatable ones are queued; money, items and commands become `uncertain`
 *
 * Refuses `game_version`, and `game_unsupported` for a game that has no deliveries yet.
 */
export async function sayHello(tx: Tx, config: Config, store: StoreId, hello: GameHello): Promise<GameHelloAnswer> {
  if (hello.protocol !== gameProtocolVersion || versionNumber(hello.version) < versionNumber(MIN_VERSION)) {
    throw new Refusal('game_version');
  }
  // Checked first: deliveries are for FiveM, and an epoch of another game would end the city's.
  if (hello.game !== 'fivem') throw new Refusal('game_unsupported');
  const owner = await tx
    .selectFrom('store')
    .where('id', '=', store)
    .select(['name', 'subdomain', 'settings', sql<number>`extract(epoch from now())::int`.as('now')])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await cityCame(tx, store);
  const servers = await sql<Server>`
    select id, journal_id, boot_id, previous_boot_id, epoch, name, framework,
           coalesce(boot_changed_at > now() - interval '10 minutes', false) as changed_lately
      from game_server where store_id = ${store} order by epoch desc for update`.execute(tx);
  const newest = servers.rows[0];
  const sameJournal = servers.rows.find(({ journal_id }) => journal_id === hello.journal_id);
  const epoch = (newest?.epoch ?? 0) + 1;
  const newBoot = sameJournal !== undefined && sameJournal.boot_id !== hello.boot_id;
  // A restart always brings a new boot id. A replaced boot that speaks again runs beside its successor.
  const twoInstances =
    sameJournal !== undefined &&
    ((newBoot && sameJournal.changed_lately && sameJournal.previous_boot_id === hello.boot_id) ||
      (!newBoot && sameJournal !== newest));
  const id = sameJournal?.id ?? newId();

  await sql`
    insert into game_server (store_id, id, journal_id, boot_id, epoch, name, game, framework, version, capabilities, notice)
    values (${store}, ${id}, ${hello.journal_id}, ${hello.boot_id}, ${epoch},
            ${`${games[hello.game]} ${servers.rows.length + 1}`}, ${hello.game}, ${hello.framework}, ${hello.version},
            ${JSON.stringify(hello.capabilities)}::jsonb, ${twoInstances ? TWO_INSTANCES : null})
    on conflict (store_id, id) do update set
      previous_boot_id = case when game_server.boot_id <> excluded.boot_id then game_server.boot_id else game_server.previous_boot_id end,
      boot_changed_at = case when game_server.boot_id <> excluded.boot_id or excluded.notice is not null then now() else game_server.boot_changed_at end,
      boot_id = excluded.boot_id, epoch = excluded.epoch, game = excluded.game, framework = excluded.framework,
      version = excluded.version, capabilities = excluded.capabilities, notice = excluded.notice,
      hello_at = now(), last_seen_at = now()`.execute(tx);
  if (newest && newest.id !== id) {
    await tx
      .updateTable('game_server')
      .set({ notice: TAKEN_OVER })
      .where('store_id', '=', store)
      .where('id', '=', newest.id)
      .execute();
  }
  if (newest?.id !== id || newest.framework !== hello.framework) await forgetPeople(tx, store);
  await settleWhatIsOut(tx, store, id, newBoot);
  await makeCityCausesDue(tx, store);

  const { version } = scriptZip();
  return {
    success: true,
    store: { name: owner.name, subdomain: owner.subdomain },
    server_id: id,
    epoch,
    now: owner.now,
    next_poll_ms: 0,
    min_version: MIN_VERSION,
    latest_version: version,
    download_url: `${config.publicUrl}/config?tab=servidores`,
    limits: { commands: limits.gameBatch, results: limits.gameResultsMax, body_bytes: limits.gameBodyBytes },
    notices: twoInstances ? [TWO_INSTANCES] : [],
    settings: { check_discord: owner.settings.checkDiscord ?? false },
  };
}

/** Makes due what the city put off for a cause of its own, because a city that starts has forgotten its causes. */
async function makeCityCausesDue(tx: Tx, store: StoreId): Promise<void> {
  const causes = sql`'inventory_full', 'player_offline', 'framework_missing', 'db_unavailable', 'script_outdated'`;
  await makeDue(tx, 'fivem', sql`store_id = ${store} and code in (${causes})`);
}

interface Out {
  id: string;
  state: DeliveryState;
  action_type: string;
  phase: string;
  server_id: string;
  cancel_requested: boolean;
}

async function settleWhatIsOut(tx: Tx, store: StoreId, server: string, newBoot: boolean): Promise<void> {
  const { rows } = await sql<Out>`
    select id, state, action_type, phase, server_id, cancel_requested from delivery
     where store_id = ${store} and target = 'fivem' and state in ('queued', 'sent') and server_id is not null
     order by seq for update`.execute(tx);
  const moves: Move[] = [];
  const toReverse: string[] = [];
  for (const { id, state, action_type, phase, server_id, cancel_requested } of rows) {
    if (server_id === server) {
      if (newBoot && state === 'sent' && !cancel_requested) {
        moves.push({ id, from: state, to: 'queued', code: 'restarted', keepServer: true });
      }
    } else if (!isRepeatable('fivem', action_type)) {
      moves.push({ id, from: state, to: 'uncertain', code: 'journal_lost' });
    } else if (cancel_requested) {
      moves.push({ id, from: state, to: 'cancelled', code: 'order_ended' });
      if (phase === 'confirmation') toReverse.push(id);
    } else moves.push({ id, from: state, to: 'queued', code: 'restarted' });
  }
  await moveDeliveries(tx, store, moves);
  await createReversals(tx, store, toReverse);
}
