import { readPlayerKey } from '@vitrine/contract/identity';
import { toReais } from '@vitrine/contract/money';
import { shownOptions } from '@vitrine/contract/product-options';
import type { PurchaseState } from '@vitrine/contract/purchases';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Customer } from '../../http/customer-session.ts';
import type { StoreScope } from '../../http/store.ts';
import { cityIdOf, playersOf } from '../deliveries/player.ts';
import { benefitsOf, stateOfPurchase } from './purchase.ts';
import { isTheirs, listPurchases, listRights } from './queries.ts';
import { signedIn, textOf } from './read-purchases.ts';

/** Orders in one export: more than anybody reads, and few enough to keep the server fast. */
const EXPORTED = 2_000;

const stateTexts: Record<PurchaseState, string> = {
  unpaid: 'aguardando pagamento',
  delivering: 'em entrega',
  attention: 'em análise pela loja',
  delivered: 'entregue',
  received: 'recebido pelo servidor',
  completed: 'concluído',
  refunded: 'reembolsado',
  expired: 'expirado',
  cancelled: 'cancelado',
};
const benefitTexts = {
  live: 'ativo',
  waiting: 'aguardando entrega',
  expired: 'terminou',
  refunded: 'encerrado: compra reembolsada',
  removed: 'encerrado pela loja',
} as const;

/**
 * What this store keeps about the signed-in customer, for the customer (Lei 13.709, art. 18): data that a program can
 * read, with pt-BR names. A sign-in proves only the e-mail or the Discord id. The other one on an order may be a
 * friend's, so only its first and last signs are shown.
 */
export async function exportPurchases(db: Db, store: StoreScope, customer: Customer) {
  const [orders, rights, contacts, waiting] = await Promise.all([
    listPurchases(db, store.id, customer, { cursor: null, limit: EXPORTED, rehearsals: true }),
    listRights(db, store.id, customer),
    contactsOf(db, store, customer),
    waitingOf(db, store, customer),
  ]);
  return {
    geradoEm: new Date().toISOString(),
    loja: store.name,
    entrou: signedIn(customer),
    pedidos: orders.map((row) => {
      const contact = contacts.get(row.id);
      return {
        numero: row.number,
        referencia: row.reference,
        data: row.created_at,
        situacao: stateTexts[stateOfPurchase(row)],
        simulacao: row.kind === 'rehearsal',
        total: toReais(row.total_centavos),
        devolvido: toReais(row.refunded_centavos),
        cupom: row.coupon,
        itens: row.items.map(({ name, quantity, returned, line_centavos, options }) => ({
          nome: name,
          quantidade: quantity,
          devolvidas: returned,
          valor: toReais(line_centavos),
          opcoes: shownOptions(options).map(({ label, value }) => ({ opcao: label, resposta: value })),
        })),
        idDaCidade: cityIdOf(row),
        jogadores: playersOf(row).map(readPlayerKey),
        discordId: customer.discordId ?? masked(contact?.discord_id),
        nome: contact?.customer_name ?? null,
        nomeMostradoNaLoja: contact?.name_shown ?? false,
        email: customer.email === null ? masked(contact?.email) : (contact?.email ?? null),
        respostas: contact?.variables ?? {},
        exclusaoPedidaEm: contact?.erase_asked_at ?? null,
      };
    }),
    beneficios: benefitsOf(rights, textOf).map((benefit) => ({
      produto: benefit.product,
      inclui: benefit.gives,
      idDaCidade: benefit.city,
      jogador: benefit.identity,
      situacao: benefitTexts[benefit.state],
      ate: benefit.endsAt,
    })),
    avisos: waiting.map((one) => ({
      espera: one.product ?? 'abertura da loja',
      email: customer.email,
      pedidoEm: one.created_at,
      confirmadoEm: one.confirmed_at,
      ate: one.expires_at,
    })),
  };
}

interface Contact {
  id: string;
  customer_name: string | null;
  name_shown: boolean;
  email: string | null;
  discord_id: string;
  variables: Record<string, string>;
  erase_asked_at: Date | null;
}

async function contactsOf(db: Db, store: StoreScope, customer: Customer): Promise<Map<string, Contact>> {
  const { rows } = await sql<Contact>`
    select o.id, o.customer_name, o.email, o.discord_id, o.variables, o.erase_asked_at,
           n.order_id is not null as name_shown
      from "order" o left join shown_name n on n.store_id = o.store_id and n.order_id = o.id
     where o.store_id = ${store.id} and ${isTheirs(customer)}
     order by o.created_at desc, o.id desc limit ${EXPORTED}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What an address that signed in waits for ("Avise-me"). A Discord login asks for nothing there. */
async function waitingOf(db: Db, store: StoreScope, { email }: Customer) {
  return await db
    .selectFrom('waiting_request as w')
    .leftJoin('product as p', (join) => join.onRef('p.store_id', '=', 'w.store_id').onRef('p.id', '=', 'w.product_id'))
    .where('w.store_id', '=', store.id)
    .where('w.email', '=', email ?? '')
    .orderBy('w.created_at')
    .select(['p.name as product', 'w.created_at', 'w.confirmed_at', 'w.expires_at'])
    .execute();
}

/** `ana@exemplo.com` as `a…m`: enough to recognise one's own. */
function masked(text: string | null | undefined): string | null {
  return text ? `${text.slice(0, 1)}…${text.slice(-1)}` : null;
}
