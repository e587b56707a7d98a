import { alertKind, alertKindNames } from '@vitrine/contract/alert-kinds';
import type { Alert } from '@vitrine/contract/alerts';
import type { Permission } from '@vitrine/contract/permissions';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

const MOST = 100;
/** Ended alerts of these days are shown. */
const SHOWN_DAYS = 30;

interface Row {
  id: string;
  kind: string;
  name: string;
  things: number;
  phase: 'open' | 'calm' | 'well';
  since: Date;
  begun_at: Date;
}

/**
 * A store's alerts that the caller may see: those that stand, the most severe first, then the ended ones of the last 30
 * days, newest first. A game server that was removed keeps the name that it had.
 */
export async function readAlerts(db: Db, store: StoreId, may: (permission: Permission) => boolean): Promise<Alert[]> {
  const kinds = alertKindNames.filter((name) => may(alertKind(name)?.permission ?? 'store.own'));
  const { rows } = await sql<Row>`
    select a.id, a.kind, coalesce(p.name, g.guild_name, '') as name, a.things, a.phase, a.since, a.begun_at
      from alert a left join game_seat p on p.store_id = a.store_id and p.id = a.subject
      left join discord_guild g on g.store_id = a.store_id and g.guild_id = a.subject
     where a.store_id = ${store} and a.kind = any(${kinds}::text[])
       and (a.phase in ('open', 'calm') or a.phase = 'well' and a.since > now() - make_interval(days => ${SHOWN_DAYS}))
     order by a.phase = 'well', case when a.phase <> 'well' then array_position(${kinds}::text[], a.kind) end,
              a.since desc, a.id
     limit ${MOST}`.execute(db);
  return rows.flatMap(({ id, kind, phase, since, begun_at, ...about }) => {
    const known = alertKind(kind);
    if (!known) return [];
    return {
      id,
      kind,
      severe: known.severe === true,
      state: phase,
      text: phase === 'open' ? known.text(about) : known.well(about),
      href: known.href,
      begunAt: begun_at.toISOString(),
      endedAt: phase === 'open' ? null : since.toISOString(),
    };
  });
}
