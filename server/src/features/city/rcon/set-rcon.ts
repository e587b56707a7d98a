import { sql } from 'kysely';
import type { Config } from '../../../config.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { notify } from '../../../db/notify.ts';
import { Refusal } from '../../../http/errors.ts';
import { lockStore } from '../../stores/lock-store.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { cityCame } from '../city-status.ts';
import { settleWhatIsOut } from '../game-hello.ts';
import { requireSeat } from '../seats/change-seats.ts';
import type { SeatId } from '../seats/read-seat.ts';
import { RCON, sealPassword } from './hold-rcon.ts';
import type { RconPlace } from './rcon.ts';

/** What can be done over RCON: console commands. RCON does not tell us who is online, or what a command did. */
const CAPABILITIES = {
  rcon: { online: true, offline: true },
  minecraft_command: { online: true, offline: true },
  arguments: { online: true, offline: true },
  identity: { online: true, offline: true },
};

/** The name of a Minecraft server that is there. Refuses `server_not_found` and `rcon_game`. */
export async function requireMinecraft(db: Db | Tx, { store, seat }: SeatId): Promise<string> {
  const name = await requireSeat(db, store, seat);
  const { game } = await db
    .selectFrom('game_seat')
    .where('store_id', '=', store)
    .where('id', '=', seat)
    .select('game')
    .executeTakeFirstOrThrow();
  if (game !== 'minecraft') throw new Refusal('rcon_game');
  return name;
}

/**
 * Sends a server's commands over RCON from now on. The caller has logged in with this password a moment ago. A row of
 * `game_server` holds the seat as a script would, so all that reads seats, capabilities and signs of life reads this one too.
 * What a script had in hand is decided as when another server takes the seat. Refuses `server_not_found` and `rcon_game`.
 */
export async function setRcon(
  tx: Tx,
  { secret }: Pick<Config, 'secret'>,
  place: SeatId,
  actor: Actor,
  { host, port, password }: RconPlace,
): Promise<void> {
  const { store, seat } = place;
  await lockStore(tx, store);
  const name = await requireMinecraft(tx, place);
  await sql`select from game_seat where store_id = ${store} and id = ${seat} for update`.execute(tx);
  await cityCame(tx, store);
  const values = {
    host,
    port,
    password_cipher: sealPassword(secret, place, password),
    problem: null,
    tries: 0,
    next_at: sql<Date>`now()`,
    held_by: null,
    held_until: null,
  };
  await tx
    .insertInto('game_rcon')
    .values({ store_id: store, seat_id: seat, ...values })
    .onConflict((on) => on.columns(['store_id', 'seat_id']).doUpdateSet(values))
    .execute();
  const { rows } = await sql<{ id: string }>`
    insert into game_server as g (store_id, id, seat_id, journal_id, boot_id, epoch, name, game, framework, version, capabilities)
    values (${store}, ${newId()}, ${seat === store ? null : seat}, ${RCON}, ${RCON},
            (select coalesce(max(epoch), 0) + 1 from game_server where store_id = ${store}), ${name}, 'minecraft', ${RCON}, '',
            ${JSON.stringify(CAPABILITIES)}::jsonb)
    on conflict (store_id, coalesce(seat_id, store_id), journal_id) do update set
      epoch = excluded.epoch, name = excluded.name, capabilities = excluded.capabilities, hello_at = now(), last_seen_at = now()
    returning id`.execute(tx);
  const server = rows[0]?.id ?? '';
  await sql`
    update game_seat set server_id = ${server}, approved_journal = null, by_silence = false,
                         held_at = case when server_id = ${server} then held_at else now() end
     where store_id = ${store} and id = ${seat}`.execute(tx);
  await tx.deleteFrom('game_claim').where('store_id', '=', store).where('seat_id', '=', seat).execute();
  await settleWhatIsOut(tx, place, 'minecraft', { server, newBoot: false });
  await recordAudit(tx, store, actor, {
    action: 'server.rcon',
    text: `Conectou o servidor ${name} por RCON`,
    object: seat,
    after: { host, port },
  });
  await notify(tx, 'deliveries', store);
}

/**
 * Forgets address and password. The next script that says hello with the server's token gets the seat. A command that is out stays
 * out until its lease is over, and then a person decides. Refuses `server_not_found`.
 */
export async function removeRcon(tx: Tx, { store, seat }: SeatId, actor: Actor): Promise<void> {
  await lockStore(tx, store);
  const name = await requireSeat(tx, store, seat);
  // In the order of the worker that takes a delivery, so that neither waits for the other for ever.
  await sql`select from game_seat where store_id = ${store} and id = ${seat} for update`.execute(tx);
  const gone = await tx
    .deleteFrom('game_rcon')
    .where('store_id', '=', store)
    .where('seat_id', '=', seat)
    .returning('seat_id')
    .execute();
  if (gone.length === 0) return;
  await sql`update game_seat set server_id = null where store_id = ${store} and id = ${seat}`.execute(tx);
  await recordAudit(tx, store, actor, {
    action: 'server.rcon_removed',
    text: `Tirou o RCON do servidor ${name}`,
    object: seat,
  });
  await notify(tx, 'deliveries', store);
}
