import { mayDo } from '@vitrine/contract/permissions';
import type { Role } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import { presentRole } from '../../http/held-role.ts';
import { storeIdOf } from '../../http/store.ts';
import { decideClaim } from '../city/seats/change-seats.ts';
import { SERVERS_PATH } from '../city/seats/seat-mails.ts';
import { panelUrl } from '../stores/public-url.ts';

interface Member {
  store_id: string;
  account_id: string;
  name: string;
  role: Role;
}

const reasons: Record<string, string> = {
  new_journal: 'um servidor novo se conectou com o token',
  replaced: 'o servidor que entregava antes voltou',
  copy: 'uma cópia se conectou (pasta copiada ou backup restaurado)',
};

/**
 * `/servidores`: the scripts that wait for a place in the store of this Discord server, and with `code` the owner's word
 * for one of them. Only for a person whose account of the panel is linked to this Discord login and may connect servers:
 * whoever administers the Discord server does not always belong to the store. Answers pt-BR.
 */
export async function waitingServers(
  { db, config }: Deps,
  guild: string,
  discordId: string,
  code: string | undefined,
): Promise<string> {
  const panel = panelUrl(config, SERVERS_PATH);
  const { rows } = await sql<Member>`
    select b.store_id, a.id as account_id, a.name, ${presentRole('m')} as role
      from discord_guild b
      join member m on m.store_id = b.store_id
      join account a on a.id = m.account_id
     where b.guild_id = ${guild} and a.discord_id = ${discordId}`.execute(db);
  const [member] = rows;
  if (!member || !mayDo(member.role, 'store.connect')) {
    return `Só quem administra a loja, com esta conta do Discord ligada ao painel, decide aqui. Pelo painel: ${panel}`;
  }
  const store = storeIdOf(member);
  if (code !== undefined) {
    try {
      const actor = { accountId: member.account_id, name: member.name };
      await transaction(db, (tx) => decideClaim(tx, store, actor, code, true));
      return 'Servidor aprovado. Ele assume as entregas em segundos.';
    } catch (error) {
      if (error instanceof Refusal) return 'Nenhum servidor espera com este código. Use /servidores para ver a lista.';
      throw error;
    }
  }
  const waiting = await sql<{ id: string; name: string; reason: string }>`
    select c.id, s.name, c.reason from game_claim c
      join game_seat s on s.store_id = c.store_id and s.id = c.seat_id
     where c.store_id = ${store} and c.state = 'waiting' order by c.first_seen_at, c.id`.execute(db);
  if (waiting.rows.length === 0) return 'Nenhum servidor espera aprovação.';
  const lines = waiting.rows
    .slice(0, 10)
    .map(({ id, name, reason }) => `${name}: ${reasons[reason] ?? 'um servidor espera'}. Código ${id}`);
  return [
    ...lines,
    `Para aprovar: /servidores aprovar:código. O servidor atual deixa de entregar. Para recusar, abra ${panel}`,
  ].join('\n');
}
