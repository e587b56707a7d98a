import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { depositProduct, percentile, startProduct } from './lib/product.ts';

/**
 * Promises P1 and P2 of docs/security.md: many notices of few payments, shuffled, repeated, some of them of nothing and
 * some never sent, 50 a second. How long each waits for its answer, and whether every order is what its payment says: paid
 * ones completed once and delivered once, those of nobody's money never. Run: npm run bench -- notices [notices]
 */
const notices = Number(process.argv[2] ?? 10_000);
const PER_SECOND = 50;
const ORDERS = 200;
const ANSWER_MS = 200;
const FOUND_SECONDS = 90;
const subdomain = 'cidadealta';

/** What becomes of an order's payment. */
type Fate = 'paid' | 'paid, no notice' | 'paid too little' | 'unpaid';
const fates: Fate[] = [
  'paid',
  'paid',
  'paid',
  'paid',
  'paid',
  'paid',
  'paid, no notice',
  'paid too little',
  'unpaid',
  'unpaid',
];

interface Placed {
  fate: Fate;
  reference: string;
  paymentId: string;
  amount: number;
  /** Where the provider tells of its payment. */
  address: URL;
}

const product = await startProduct();
const api = `http://127.0.0.1:${product.port}/v1`;
const provider = `${product.pages['Mercado Pago']}/__control`;

async function call<Answer>(url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...headers },
    signal: AbortSignal.timeout(15_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text || '{}') as Answer;
}

const sold = await depositProduct(product);
const login = await call<{ token: string }>(`${api}/login`, product.owner);
const owner = { authorization: `Bearer ${login.token}` };

async function place(at: number): Promise<Placed> {
  const order = await call<{ data: { external_reference: string } }>(`${api}/order/create`, {
    subdomain,
    clientId: 1 + (at % 20),
    discordId: '391822001983488001',
    paymentMethod: 'pix',
    idProducts: [{ id: sold, quantity: 1 }],
  });
  const { external_reference: reference } = order.data;
  const query = new URLSearchParams({ external_reference: reference });
  const [payment] = await call<{ id: string; amount: number; notificationUrl: string }[]>(
    `${provider}/payments?${query}`,
  );
  if (!payment) throw new Error('The provider knows no payment of the order.');
  const { pathname, search } = new URL(payment.notificationUrl);
  const address = new URL(`http://127.0.0.1:${product.port}${pathname}${search}`);
  const fate = fates[at % fates.length] as Fate;
  return { fate, reference, paymentId: payment.id, amount: payment.amount, address };
}

/** One notice; milliseconds until its answer, which must be a yes. */
async function tell({ address, paymentId }: Pick<Placed, 'address' | 'paymentId'>): Promise<number> {
  const url = new URL(address);
  url.searchParams.set('data.id', paymentId);
  const start = performance.now();
  await call(url.href, { id: randomUUID(), type: 'payment', action: 'payment.updated', data: { id: paymentId } });
  return performance.now() - start;
}

async function pay({ fate, paymentId, amount }: Placed): Promise<void> {
  if (fate === 'unpaid') return;
  const less = fate === 'paid too little' ? { amount: amount / 2 } : {};
  await call(`${provider}/payments/${paymentId}/approve`, less);
}

interface Listed {
  _id: string;
  external_reference: string;
  status: string;
}
interface Details {
  deliveries: unknown[];
  history: { status: string }[];
}

const isBought = (fate: Fate) => fate === 'paid' || fate === 'paid, no notice';

/** The orders as the owner's list has them: nobody's page is open, which would hurry things up. */
async function listed(): Promise<Map<string, Listed>> {
  const { response } = await call<{ response: Listed[] }>(`${api}/order`, { subdomain, limit: ORDERS }, owner);
  return new Map(response.map((order) => [order.external_reference, order]));
}

/** Waits until every order that was paid is completed, at most so many seconds. */
async function settledWithin(orders: Placed[], seconds: number): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  const paid = orders.filter(({ fate }) => isBought(fate));
  while (performance.now() < deadline) {
    const list = await listed();
    if (paid.every(({ reference }) => list.get(reference)?.status === 'completed')) return;
    await delay(1000);
  }
}

/** What is wrong with the orders, a line each. */
async function faults(orders: Placed[]): Promise<string[]> {
  const list = await listed();
  const found: string[] = [];
  for (const { reference, fate } of orders) {
    const { _id: id = '', status } = list.get(reference) ?? {};
    const { deliveries, history } = await call<Details>(`${api}/order/details`, { subdomain, id }, owner);
    const completed = history.filter((step) => step.status === 'completed').length;
    const wanted = isBought(fate) ? 1 : 0;
    if (completed === wanted && deliveries.length === wanted) continue;
    found.push(`${fate}: ${status}, completed ${completed} times, ${deliveries.length} deliveries`);
  }
  return found;
}

try {
  // The provider's own are lost: what arrives is sent below.
  await call(`${provider}/webhook-faults`, { kind: 'drop', times: 1_000_000 });
  const orders: Placed[] = [];
  for (let at = 0; at < ORDERS; at += 1) orders.push(await place(at));
  const told = orders.filter(({ fate }) => fate !== 'paid, no notice');
  const any = () => told[Math.floor(Math.random() * told.length)] as Placed;

  const waits: Promise<number>[] = [];
  const unpaid = orders.toSorted(() => Math.random() - 0.5);
  const start = performance.now();
  for (let n = 0; n < notices; n += 1) {
    await delay(Math.max(0, start + (n * 1000) / PER_SECOND - performance.now()));
    // Money comes in during the first half, so that notices come before and after it.
    if (n % Math.ceil(notices / 2 / ORDERS) === 0) {
      const next = unpaid.pop();
      if (next) void pay(next);
    }
    // One of ten is of a payment that nobody knows.
    const one = any();
    waits.push(tell(n % 10 === 9 ? { ...one, paymentId: String(900_000_000_000 + n) } : one));
  }
  const answered = await Promise.all(waits);
  const p99 = percentile(answered, 0.99);
  console.log(
    `${notices} notices, ${PER_SECOND} a second, of ${ORDERS} orders: answered after p50 ${percentile(answered, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (at most ${ANSWER_MS} wanted)`,
  );

  await settledWithin(orders, FOUND_SECONDS);
  const wrong = await faults(orders);
  console.log(`orders that are not what their payment says: ${wrong.length} (0 wanted)`);
  for (const one of new Set(wrong)) console.log(`  ${one}`);
  if (p99 > ANSWER_MS || wrong.length > 0) process.exitCode = 1;
} finally {
  await product.stop();
}
