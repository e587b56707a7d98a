import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';

/** Whether the row `store` of the query around it is young and has sold nothing: it then mails no shopper. */
export const youngStore = sql<boolean>`(store.created_at > now() - make_interval(days => ${limits.youngStoreDays})
  and not exists (select from "order" o where o.store_id = store.id
                     and o.completed_at is not null and o.total_centavos > 0))`;
