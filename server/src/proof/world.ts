import type { Action } from '@vitrine/contract/actions';
import { limits } from '@vitrine/contract/limits';
import { wholeRights } from '@vitrine/contract/permissions';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { newId, newReference } from '../db/ids.ts';
import type { Secret } from '../db/seal.ts';
import { transaction } from '../db/transaction.ts';
import { sharePath } from '../features/orders/share/share-link.ts';
import { openCustomerSession } from '../http/customer-session.ts';
import { hashToken, newToken } from '../http/session.ts';
import { storeIdOf } from '../http/store.ts';
import {
  letMembersAge,
  type MadeAccount,
  type MadeStore,
  makeAccount,
  makeMember,
  makeSession,
  makeStore,
} from '../test/make.ts';
import { makeCategory, makeDiscount, makeProduct } from '../test/make-catalog.ts';
import { makeSold, on, refundSold } from '../test/make-deliveries.ts';
import { connectSeller } from '../test/make-shop.ts';
import { makeApproval, makeDeleted, makeFile } from './passing-things.ts';

export const PASSWORD = 'Correto-Cavalo-7';

/** A store with one thing of every kind, for every route. */
export interface Side {
  store: MadeStore;
  members: Record<'owner' | 'admin' | 'manager' | 'attendant', { account: MadeAccount; token: string }>;
  category: string;
  emptyCategory: string;
  product: string;
  discount: string;
  coupon: string;
  variable: string;
  image: string;
  invitation: string;
  /** A role of its own, which nobody has. */
  role: string;
  /** A completed order with deliveries. */
  order: string;
  reference: string;
  /** The last part of the address at which another person pays it. */
  share: string;
  delivery: string;
  /** A note on that order. */
  note: string;
  /** A rehearsal that has ended. */
  rehearsal: string;
  /** A game server besides the first, and a running script that waits for its place. */
  server: string;
  waitingScript: string;
  /** A job that sent goods again, and has ended. */
  resend: string;
  /** A category that was deleted a moment ago. */
  deleted: string;
  /** A spreadsheet of the owner. */
  file: string;
  /** A manual order that the administrator asked for. */
  approval: string;
  /** A right of its order that ends. */
  right: string;
  /** A plan payment that was paid, and one that waits. */
  planPayment: string;
  openPlanPayment: string;
  /** A page of its own, whose draft is at version 1. */
  ownPage: string;
  /** A publication of its window, whose draft is at version 1. */
  publication: string;
  /** E-mail of the order's buyer. */
  buyer: string;
  /** Session token of that buyer in the customer's area. */
  customer: string;
  /** Texts that no stranger may read. */
  secrets: string[];
}

/** The actions of a side's products. The command and the role id are the owner's secrets. */
const actionsOf = (secret: string): Action[] => [on.command(`segredo_${secret} {{cidade}}`), on.group('vip')];

/** Makes a store named `name` on the plan without limits. All its things and people have secrets of their own. */
export async function makeSide(db: Db, secret: Secret, name: string): Promise<Side> {
  const mark = newId().slice(-8);
  const owner = await makeAccount(db, {
    name: 'Dona Secreta',
    email: `dona-${mark}@exemplo.com.br`,
    password: PASSWORD,
  });
  const store = await makeStore(db, secret, { name, owner, plan: 'premium' });
  await connectSeller(db, secret, store.id);
  const [admin, manager, attendant] = await Promise.all(
    (['admin', 'manager', 'attendant'] as const).map((role) => makeMember(db, store.id, role)),
  );
  await letMembersAge(db, store.id);
  if (!admin || !manager || !attendant) throw new Error('members were not made');

  const category = await makeCategory(db, store.id, 'VIPs');
  const actions = actionsOf(mark);
  const product = await makeProduct(db, store.id, { categoryId: category, actions, stock: 1000, removeDays: 30 });
  const coupon = `CUPOM${mark.toUpperCase()}`;
  const buyer = `comprador-${mark}@exemplo.com.br`;
  const discordId = `3918220019${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  const { id: order } = await makeSold(db, store.id, {
    client: 777_001,
    discordId,
    name: `Fulana ${mark}`,
    items: [{ product, actions }],
  });
  const reference = newReference();
  await db.updateTable('order').set({ reference, email: buyer }).where('id', '=', order).execute();
  const delivery = await db.selectFrom('delivery').where('order_id', '=', order).select('id').executeTakeFirstOrThrow();

  const note = newId();
  const remark = { id: note, order_id: order, text: `nota-${mark}`, actor: 'Dona Secreta' };
  await db
    .insertInto('order_remark')
    .values({ store_id: store.id, ...remark })
    .execute();
  await db
    .insertInto('order_tag')
    .values({ store_id: store.id, order_id: order, tag: `tag-${mark}` })
    .execute();

  const tried = { client: 777_002, discordId, name: `Ensaio ${mark}`, items: [{ product, actions }] };
  const { id: rehearsal } = await makeSold(db, store.id, { ...tried, kind: 'rehearsal' });
  await refundSold(db, store.id, rehearsal);

  const [variable, invitation] = [newId(), newId()];
  await db
    .insertInto('variable')
    .values({ store_id: store.id, id: variable, kind: 'constant', name: 'cor', value: `valor-${mark}` })
    .execute();
  await db
    .insertInto('invitation')
    .values({
      store_id: store.id,
      id: invitation,
      email: `convidado-${mark}@exemplo.com.br`,
      email_key: `convidado-${mark}@exemplo.com.br`,
      role: 'attendant',
      token_hash: hashToken(newToken()),
      invited_by: owner.id,
      expires_at: sql<Date>`now() + make_interval(days => ${limits.invitationDays})`,
    })
    .execute();
  const role = newId();
  await db
    .insertInto('store_role')
    .values({ store_id: store.id, id: role, name: `Curador ${mark}`, permissions: wholeRights(['catalog.edit']) })
    .execute();
  const image = newId();
  await db
    .insertInto('image')
    .values({ store_id: store.id, key: image, bytes: 1000, width: 640, height: 480 })
    .execute();

  const [server, waitingScript] = [newId(), newId()];
  await db
    .insertInto('game_seat')
    .values({ store_id: store.id, id: server, name: `Servidor ${mark}` })
    .execute();
  await db
    .insertInto('game_claim')
    .values({
      store_id: store.id,
      id: waitingScript,
      seat_id: server,
      journal_id: `diario-${mark}`,
      boot_id: 'arranque-0002',
      state: 'waiting',
      reason: 'new_journal',
    })
    .execute();

  const right = newId();
  const ends = sql<Date>`now() + interval '30 days'`;
  const { id: item } = await db
    .selectFrom('order_item')
    .where('order_id', '=', order)
    .select('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('customer_right')
    .values({
      store_id: store.id,
      id: right,
      target: 'fivem',
      holder: '777001',
      subject: `group:${mark}`,
      ends_at: ends,
    })
    .execute();
  await db
    .insertInto('right_source')
    .values({ store_id: store.id, right_id: right, order_id: order, item_id: item, days: 30, ends_at: ends })
    .execute();

  const resend = newId();
  await db
    .insertInto('resend_job')
    .values({
      store_id: store.id,
      id: resend,
      state: 'done',
      filter: '{}',
      as_of: sql<Date>`now()`,
      reason: `motivo ${mark}`,
      actor: 'Dona',
      total: 1,
      finished_at: sql<Date>`now()`,
    })
    .execute();

  const file = await makeFile(db, store.id, owner.id, `Fulana ${mark}`);
  const deleted = await makeDeleted(db, store.id);
  const approval = await makeApproval(db, store.id, admin.account.id, product);

  const [planPayment, openPlanPayment] = [newId(), newId()];
  const soon = sql<Date>`now() + interval '1 day'`;
  const month = { store_id: store.id, plan_id: 'premium', centavos: 5990, method: 'pix', expires_at: soon };
  await db
    .insertInto('subscription_payment')
    .values([
      {
        ...month,
        id: planPayment,
        status: 'paid',
        paid_at: sql<Date>`now()`,
        reference: newReference(),
        idempotency_key: newReference(),
      },
      { ...month, id: openPlanPayment, status: 'pending', reference: newReference(), idempotency_key: newReference() },
    ])
    .execute();

  const publication = newId();
  const document = JSON.stringify({
    form: 1,
    sections: [{ kind: 'featured', id: 'destaques1', title: `Vitrine ${mark}` }],
  });
  await db.insertInto('window_publication').values({ store_id: store.id, id: publication, document }).execute();
  await db
    .insertInto('shop_window')
    .values({ store_id: store.id, draft: document, draft_version: 1, published_id: publication })
    .execute();

  const ownPage = newId();
  await db
    .insertInto('shop_page')
    .values({
      store_id: store.id,
      id: ownPage,
      slug: 'regras',
      title: `Regras ${mark}`,
      description: '',
      in_menu: true,
      position: 1,
      draft: document,
    })
    .execute();

  return {
    store,
    ownPage,
    members: { owner: { account: owner, token: store.token }, admin, manager, attendant },
    category,
    emptyCategory: await makeCategory(db, store.id, 'Vazia'),
    product,
    discount: await makeDiscount(db, store.id, { code: coupon }),
    coupon,
    variable,
    image,
    invitation,
    role,
    order,
    reference,
    share: sharePath(secret, storeIdOf({ store_id: store.id }), order).slice('/pix/'.length),
    delivery: delivery.id,
    rehearsal,
    note,
    server,
    waitingScript,
    resend,
    file,
    approval,
    deleted,
    right,
    planPayment,
    openPlanPayment,
    publication,
    buyer,
    customer: await transaction(db, (tx) => openCustomerSession(tx, store.id, { discordId: null, email: buyer })),
    secrets: [mark, discordId, store.apiToken, store.token, store.owner.email, 'Dona Secreta', '@exemplo.com.br'],
  };
}

/** A session that has ended. */
export async function revokedSession(db: Db, accountId: string): Promise<string> {
  const token = await makeSession(db, accountId);
  await db
    .updateTable('session')
    .set({ revoked_at: sql<Date>`now()` })
    .where('token_hash', '=', hashToken(token))
    .execute();
  return token;
}

/** Every row of every table that names this store, as one text per table: equal texts mean that nothing changed. */
export async function rowsOf(db: Db, store: string): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'store_id' order by 1`.execute(db);
  const found: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ all: string }>`
      select coalesce(string_agg(t::text, E'\n' order by t::text), '') as all
        from ${sql.table(name)} t where store_id = ${store}`.execute(db);
    found[name] = rows[0]?.all ?? '';
  }
  const { rows } = await sql<{ all: string }>`select s::text as all from store s where id = ${store}`.execute(db);
  return { ...found, store: rows[0]?.all ?? '' };
}
