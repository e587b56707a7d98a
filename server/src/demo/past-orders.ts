import { createHash } from 'node:crypto';
import type { Action } from '@vitrine/contract/actions';
import { partsOf } from '@vitrine/contract/placeholders';
import { chosenOptions, type KeptOption, type ProductOption } from '@vitrine/contract/product-options';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import type { Schema } from '../db/schema.ts';
import type { StoreId } from '../http/store.ts';

/** What past orders need to know about a product. */
export interface SoldProduct {
  id: string;
  name: string;
  image: string | null;
  price: number;
  removeDays: number | null;
  stocked: boolean;
  actions: Action[];
  options: ProductOption[];
  weight: number;
}

/** Repeatable random numbers: the demo looks the same on every machine. */
function numbers(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * max);
  };
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const names = ['Bruno Lima', 'Carla Dias', 'Davi Rocha', 'Eva Martins', 'Fábio Nunes', 'Gabi Alves', null, null];

type Row<T extends keyof Schema> = Insertable<Schema[T]>;
interface Rows {
  orders: Row<'order'>[];
  items: Row<'order_item'>[];
  histories: Row<'order_history'>[];
  payments: Row<'payment'>[];
  paymentHistories: Row<'payment_history'>[];
  deliveries: Row<'delivery'>[];
  deliveryHistories: Row<'delivery_history'>[];
}

/** The arguments of a delivery, as deliveries/render/render-action.ts renders them. */
function argsOf(action: Action, quantity: number, options: readonly KeptOption[]): Record<string, string | number> {
  // Only the buyer's answers are known here.
  const filled = (text: string) =>
    partsOf(text)
      .map((part) =>
        typeof part === 'string' ? part : (options.find(({ name }) => name === part.name)?.value ?? `{{${part.name}}}`),
      )
      .join('');
  switch (action.type) {
    case 'add_role':
    case 'remove_role':
      return { roleId: action.roleId };
    case 'add_group':
    case 'remove_group':
      return { group: action.groupName };
    case 'add_money':
    case 'remove_money':
      return { amount: action.amount * quantity };
    case 'add_vehicle':
      return { vehicle: action.vehicleName, ...(action.plate && { plate: filled(action.plate) }) };
    case 'remove_vehicle':
      return { vehicle: action.vehicleName };
    case 'add_item':
      return { item: action.itemName, amount: action.itemQuantity * quantity };
    case 'execute_command':
    case 'run_action':
      return { command: filled(action.command) };
    default:
      return {};
  }
}

/**
 * Eleven months of orders, completed or never paid, with matching payments and deliveries: the dashboard of a store's
 * first year. Products with an end are sold only so early that all of them have already expired.
 */
export async function insertPastOrders(tx: Tx, store: StoreId, products: SoldProduct[], now: Date): Promise<void> {
  const next = numbers(20_261_121);
  const rows: Rows = {
    orders: [],
    items: [],
    histories: [],
    payments: [],
    paymentHistories: [],
    deliveries: [],
    deliveryHistories: [],
  };
  const weights = products.flatMap((product) => Array.from({ length: product.weight }, () => product));
  for (let age = 330; age >= 0; age -= 1) {
    // a young city grows, and weekends sell more
    const growth = 0.25 + (330 - age) / 330;
    const weekend = [0, 5, 6].includes(new Date(now.getTime() - age * DAY).getUTCDay()) ? 1.7 : 1;
    const count = Math.floor(growth * weekend + next(100) / 80);
    for (let i = 0; i < count; i++) {
      const at = new Date(now.getTime() - age * DAY - next(14) * HOUR - next(60) * 60_000 - (age === 0 ? 0 : HOUR));
      const product = weights[next(weights.length)];
      if (!product || (product.removeDays !== null && product.removeDays > age)) continue;
      addOrder(rows, store, product, at, next);
    }
  }
  await insertRows(tx, rows);
  await countSold(tx, store);
}

/** A plate of three letters and five digits, and one of the choices. */
function answersOf(options: readonly ProductOption[], next: (max: number) => number): KeptOption[] {
  const letter = () => String.fromCharCode(65 + next(26));
  const answers = options.map(({ name, kind, choices }): [string, string] => {
    if (kind === 'choice') return [name, choices[next(choices.length)]?.value ?? ''];
    return [name, `${letter()}${letter()}${letter()}${10_000 + next(90_000)}`];
  });
  const chosen = chosenOptions(options, Object.fromEntries(answers));
  return 'kept' in chosen ? chosen.kept : [];
}

function addOrder(rows: Rows, store: StoreId, product: SoldProduct, at: Date, next: (max: number) => number): void {
  const id = newId(at.getTime());
  const single = product.actions.some((action) => action.type === 'add_vehicle');
  const quantity = single || product.removeDays !== null ? 1 : 1 + (next(5) === 0 ? 1 : 0);
  const total = product.price * quantity;
  const paid = next(12) !== 0;
  const done = new Date(at.getTime() + 40_000 + next(180_000));
  const client = 1 + next(60);
  const discordId = `4028812772${String(10_000_000 + client * 7919).slice(0, 8)}`;
  const method = (['pix', 'pix', 'pix', 'credit_card', 'mercado_pago_checkout_pro'] as const)[next(5)] ?? 'pix';
  const paymentId = newId(at.getTime() + 1);
  const itemId = newId(at.getTime() + 2);
  const options = answersOf(product.options, next);

  rows.orders.push({
    store_id: store,
    id,
    reference: createHash('sha256').update(`demo ${id}`).digest('hex').slice(0, 32),
    status: paid ? 'completed' : 'cancelled',
    client,
    discord_id: discordId,
    customer_name: names[next(names.length)] ?? null,
    payment_method: method,
    subtotal_centavos: total,
    total_centavos: total,
    reserved: false,
    note: paid ? null : 'expired',
    created_at: at,
    expires_at: new Date(at.getTime() + HOUR / 2),
    completed_at: paid ? done : null,
    cancelled_at: paid ? null : new Date(at.getTime() + HOUR / 2),
  });
  rows.items.push({
    store_id: store,
    order_id: id,
    id: itemId,
    position: 1,
    product_id: product.id,
    name: product.name,
    image: product.image,
    quantity,
    unit_centavos: product.price,
    line_centavos: total,
    remove_days: product.removeDays,
    stocked: product.stocked,
    actions: JSON.stringify(product.actions),
    options: JSON.stringify(options),
  });
  const end = paid ? done : new Date(at.getTime() + HOUR / 2);
  rows.histories.push(
    { store_id: store, order_id: id, id: newId(at.getTime()), status: 'pending', at },
    { store_id: store, order_id: id, id: newId(end.getTime()), status: paid ? 'completed' : 'cancelled', at: end },
  );
  rows.payments.push({
    store_id: store,
    id: paymentId,
    order_id: id,
    adapter: method === 'pix' ? 'payments' : 'preference',
    method,
    status: paid ? 'approved' : 'expired',
    amount_centavos: total,
    idempotency_key: `demo-${paymentId}`,
    provider_id: `demo-${paymentId}`,
    provider_status: paid ? 'approved' : 'cancelled',
    created_at: at,
    updated_at: end,
  });
  rows.paymentHistories.push(
    { store_id: store, payment_id: paymentId, id: newId(at.getTime()), status: 'pending', at },
    {
      store_id: store,
      payment_id: paymentId,
      id: newId(end.getTime()),
      status: paid ? 'approved' : 'expired',
      at: end,
    },
  );
  if (!paid) return;
  product.actions.forEach((action, index) => {
    const expiry = action.executionTiming === 'on_expiration';
    const finished = new Date(done.getTime() + (expiry ? (product.removeDays ?? 0) * DAY : 600 + next(900)));
    const deliveryId = newId(done.getTime() + 3 + index);
    rows.deliveries.push({
      store_id: store,
      id: deliveryId,
      order_id: id,
      item_id: itemId,
      action_index: index,
      phase: expiry ? 'expiration' : 'confirmation',
      target: action.target,
      action_type: action.type,
      args: JSON.stringify(argsOf(action, quantity, options)),
      label: product.name,
      player: action.target === 'discord' ? discordId : String(client),
      discord_id: discordId,
      client,
      state: 'succeeded',
      attempts: 1,
      code: action.type === 'execute_command' ? 'executed' : 'ok',
      due_at: finished,
      first_sent_at: finished,
      finished_at: finished,
      created_at: done,
      updated_at: finished,
    });
    rows.deliveryHistories.push({
      store_id: store,
      delivery_id: deliveryId,
      id: newId(finished.getTime()),
      state: 'succeeded',
      attempt: 1,
      code: 'ok',
      at: finished,
    });
  });
}

async function insertRows(tx: Tx, rows: Rows): Promise<void> {
  await tx.insertInto('order').values(rows.orders).execute();
  await tx.insertInto('order_item').values(rows.items).execute();
  await tx.insertInto('order_history').values(rows.histories).execute();
  await tx.insertInto('payment').values(rows.payments).execute();
  await tx.insertInto('payment_history').values(rows.paymentHistories).execute();
  for (let from = 0; from < rows.deliveries.length; from += 500) {
    await tx
      .insertInto('delivery')
      .values(rows.deliveries.slice(from, from + 500))
      .execute();
  }
  await tx.insertInto('delivery_history').values(rows.deliveryHistories).execute();
}

/** Sets the counters that completing an order would have counted. */
async function countSold(tx: Tx, store: StoreId): Promise<void> {
  await sql`
    update product set sold = s.units
    from (
      select i.product_id, sum(i.quantity)::int as units
      from order_item i join "order" o on o.store_id = i.store_id and o.id = i.order_id
      where i.store_id = ${store} and o.status = 'completed' group by 1
    ) s where product.store_id = ${store} and product.id = s.product_id`.execute(tx);
  await sql`
    insert into product_buyer (store_id, product_id, client, units)
    select i.store_id, i.product_id, o.client, sum(i.quantity)::int
    from order_item i join "order" o on o.store_id = i.store_id and o.id = i.order_id
    where i.store_id = ${store} and o.status = 'completed' group by 1, 2, 3`.execute(tx);
}
