import { type Game, targetTexts } from '@vitrine/contract/action-types';
import { suggestedKind } from '@vitrine/contract/identity';
import { limits } from '@vitrine/contract/limits';
import type { ServerEdit } from '@vitrine/contract/servers';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { notify } from '../../../db/notify.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { ofGame } from '../../deliveries/targets.ts';
import { endGameTokens } from '../../stores/game-token.ts';
import { lockStore } from '../../stores/lock-store.ts';
import { type Actor, difference, recordAudit } from '../../stores/record-audit.ts';

/** The owner's changes of a store's game servers. Each locks the store, so that changes take turns. */

/** The name of a server that is there. Refuses `server_not_found`. */
export async function requireSeat(db: Db | Tx, store: StoreId, id: string): Promise<string> {
  const row = await db
    .selectFrom('game_seat')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .select('name')
    .executeTakeFirst();
  if (!row) throw new Refusal('server_not_found');
  return row.name;
}

async function refuseTaken(tx: Tx, store: StoreId, name: string, id: string): Promise<void> {
  const { rows } = await sql`
    select from game_seat where store_id = ${store} and ended_at is null and id <> ${id}
       and lower(name) = lower(${name})`.execute(tx);
  if (rows.length > 0) throw new Refusal('server_name_taken');
}

/** How a game's players are known until its owner says otherwise. */
const kindOfGame = (game: Game) => suggestedKind(game, '') ?? 'city_id';

/** Adds a server of a game, without a token, and returns its id. Refuses `server_limit` and `server_name_taken`. */
export async function addSeat(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { name, game }: { name: string; game: Game },
): Promise<string> {
  await lockStore(tx, store);
  const id = newId();
  await refuseTaken(tx, store, name, id);
  const { rows } = await sql`
    insert into game_seat (store_id, id, name, game, identity)
    select ${store}, ${id}, ${name}, ${game}, ${kindOfGame(game)}
     where (select count(*) from game_seat where store_id = ${store} and ended_at is null) < ${limits.seatsMax}
    returning id`.execute(tx);
  if (rows.length === 0) throw new Refusal('server_limit');
  await recordAudit(tx, store, actor, {
    action: 'server.create',
    text: `Adicionou o servidor ${name} (${targetTexts[game].badge})`,
    object: id,
    after: { name, game },
  });
  return id;
}

/**
 * Refuses another game for a server to which a script spoke, or for which something was sold (`server_game_stays`). The lock waits
 * for a sale that counts on its game (deliveries/seats/action-seats.ts).
 */
async function refuseGameOf(tx: Tx, store: StoreId, id: string): Promise<void> {
  await sql`select from game_seat where store_id = ${store} and id = ${id} for update`.execute(tx);
  const { rows } = await sql`
    select from game_seat s
     where s.store_id = ${store} and s.id = ${id}
       and (exists (select from game_server g where g.store_id = s.store_id and coalesce(g.seat_id, g.store_id) = s.id)
         or exists (select from delivery d
             where d.store_id = s.store_id and d.target = s.game and coalesce(d.seat_id, d.store_id) = s.id))`.execute(
    tx,
  );
  if (rows.length > 0) throw new Refusal('server_game_stays');
}

/**
 * Changes name, patience, game and the players' id of a server. Parts of the id that are not given stay, but another game brings
 * an id of its own. Refuses `server_not_found`, `server_name_taken` and `server_game_stays`.
 */
export async function editSeat(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { id, name, silenceMinutes, game, identity, identityLabel, identityHelp }: Omit<ServerEdit, 'subdomain'>,
): Promise<void> {
  await lockStore(tx, store);
  await requireSeat(tx, store, id);
  await refuseTaken(tx, store, name, id);
  const before = await tx
    .selectFrom('game_seat')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .select(['name', 'silence_minutes', 'game', 'identity', 'identity_label', 'identity_help'])
    .executeTakeFirstOrThrow();
  const another = game !== undefined && game !== before.game;
  if (another) await refuseGameOf(tx, store, id);
  const values = {
    name,
    silence_minutes: silenceMinutes,
    ...(another && { game, identity: kindOfGame(game), identity_label: null, identity_help: null }),
    ...(identity !== undefined && { identity }),
    ...(identityLabel !== undefined && { identity_label: identityLabel || null }),
    ...(identityHelp !== undefined && { identity_help: identityHelp || null }),
  };
  await tx.updateTable('game_seat').set(values).where('store_id', '=', store).where('id', '=', id).execute();
  await recordAudit(tx, store, actor, {
    action: 'server.edit',
    text: `Alterou o servidor ${before.name}`,
    object: id,
    ...difference(before, { ...before, ...values }),
  });
}

/**
 * The owner's word about a script that waits: an approved one takes the seat when it speaks next, a refused one never
 * gets it. Either word can be changed until then. Refuses `server_not_found`.
 */
export async function decideClaim(tx: Tx, store: StoreId, actor: Actor, claim: string, accept: boolean): Promise<void> {
  await lockStore(tx, store);
  const { rows } = await sql<{ name: string }>`
    update game_claim c set state = ${accept ? 'approved' : 'refused'}
      from game_seat s
     where c.store_id = ${store} and c.id = ${claim} and c.state in ('waiting', 'refused')
       and s.store_id = c.store_id and s.id = c.seat_id
    returning s.name`.execute(tx);
  const [seat] = rows;
  if (!seat) throw new Refusal('server_not_found');
  const text = `${accept ? 'Aprovou' : 'Recusou'} um servidor que esperava por ${seat.name}`;
  await recordAudit(tx, store, actor, {
    action: accept ? 'server.approve' : 'server.refuse',
    text,
    after: { approved: accept },
  });
  await notify(tx, 'deliveries', store);
}

/**
 * Removes a server: its token ends now. Refuses `server_not_found`, `server_first` for the store's first server, and
 * `server_in_use` while deliveries wait for it.
 */
export async function endSeat(tx: Tx, store: StoreId, actor: Actor, id: string): Promise<void> {
  await lockStore(tx, store);
  const name = await requireSeat(tx, store, id);
  // A sale that names this server waits here, and then sees that it ended (deliveries/seats/action-seats.ts).
  await sql`select from game_seat where store_id = ${store} and id = ${id} for update`.execute(tx);
  if (id === store) throw new Refusal('server_first');
  const { rows } = await sql`
    select from delivery
     where store_id = ${store} and ${ofGame('delivery')} and coalesce(seat_id, store_id) = ${id}
       and state in ('scheduled', 'queued', 'sent') limit 1`.execute(tx);
  if (rows.length > 0) throw new Refusal('server_in_use');
  await tx
    .updateTable('game_seat')
    .set({ ended_at: sql<Date>`now()`, server_id: null })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .execute();
  await endGameTokens(tx, store, id);
  await tx.deleteFrom('game_claim').where('store_id', '=', store).where('seat_id', '=', id).execute();
  await tx.deleteFrom('game_rcon').where('store_id', '=', store).where('seat_id', '=', id).execute();
  await tx.deleteFrom('city_list').where('store_id', '=', store).where('seat_id', '=', id).execute();
  await recordAudit(tx, store, actor, {
    action: 'server.end',
    text: `Removeu o servidor ${name}`,
    object: id,
    before: { name },
  });
}
