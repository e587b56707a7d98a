import { type RawBuilder, sql } from 'kysely';
import type { StoreId } from '../../../http/store.ts';

/** True in SQL for a delivery `d` that left over RCON, where nobody tells what a command did. */
const isByRcon = (store: StoreId): RawBuilder<boolean> =>
  sql`exists (select from game_server r where r.store_id = ${store} and r.id = d.server_id and r.framework = 'rcon')`;

/** True in SQL for a delivery `d` that the server took over RCON: people read that it was received, and never that it arrived. */
export const isUnconfirmed = (store: StoreId): RawBuilder<boolean> =>
  sql`(d.state = 'succeeded' and d.code = 'executed' and ${isByRcon(store)})`;
