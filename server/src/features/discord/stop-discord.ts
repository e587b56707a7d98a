import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Discord refuses the bot's token: nothing is sent until a check finds it well (`discord.check`). */
export async function stopDiscord(tx: Tx, reason: string): Promise<void> {
  await sql`
    insert into outside_stop (name, reason, next_check_at)
    values ('discord', ${reason}, now() + interval '30 seconds') on conflict do nothing`.execute(tx);
}
