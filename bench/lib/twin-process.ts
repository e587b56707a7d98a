import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { KEEP, PLACE, REPEATED } from './twin-sql.ts';

/**
 * The bare twin: node:http and pg, with the fewest statements that keep the product's promise for a Pix order of one unit. The
 * price is ours, nothing is oversold, what a network keeps unpaid is counted, a repeated key gets the same answer, the attempt's key
 * is committed before the provider is called, and its answer is kept. It writes into the product's tables, for stores of its own.
 */
export interface TwinSettings {
  connection: { host: string; user: string; database: string };
  provider: number;
  /** Ids by subdomain. */
  stores: Record<string, string>;
  token: string;
}

const { connection, provider, stores, token } = JSON.parse(process.argv[2] ?? '') as TwinSettings;
/** As many as the product gives to requests (SHARES in server/src/run.ts). */
const CONNECTIONS = 8;
const pool = new pg.Pool({
  ...connection,
  max: CONNECTIONS,
  application_name: 'twin',
  options: '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1',
});
const agent = new Agent({ keepAlive: true });
const secret = randomBytes(32);
let number = 100_000;

/** An id that sorts by time, as the product's do. */
const newId = () => `${Date.now().toString(36).padStart(10, '0')}${randomBytes(8).toString('hex')}`;
const hash = (store: string, name: string) =>
  createHmac('sha256', secret).update(`${store}\n${name}`).digest().subarray(0, 16);

interface Order {
  subdomain: string;
  clientId: number;
  discordId: string;
  idProducts: [{ id: string }];
  coupon?: string;
  buyer: string;
}

interface Charged {
  id: number;
  point_of_interaction: { transaction_data: { qr_code: string } };
}

async function charge(key: string, body: object): Promise<Charged> {
  const sent = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(sent),
    'x-idempotency-key': key,
  };
  return await new Promise((settle, reject) => {
    const calling = request(
      { host: '127.0.0.1', port: provider, path: '/v1/payments', method: 'POST', headers, agent },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('end', () => {
          if (answer.statusCode === 201) settle(JSON.parse(Buffer.concat(chunks).toString()) as Charged);
          else reject(new Error(`the provider answered ${answer.statusCode}`));
        });
      },
    );
    calling.once('error', reject);
    calling.end(sent);
  });
}

const answerOf = (reference: string, init_point: string) =>
  JSON.stringify({ success: true, data: { external_reference: reference, payment: { init_point } } });

async function place(headers: IncomingHttpHeaders, body: string): Promise<string> {
  const order = JSON.parse(body) as Order;
  const store = stores[order.subdomain];
  const product = order.idProducts[0].id;
  const key = headers['idempotency-key'];
  if (!store) throw new Error('an unknown store');
  const [id, payment, attempt] = [newId(), newId(), randomBytes(16).toString('hex')];
  const reference = randomBytes(16).toString('hex');
  const hashed = createHash('sha256').update(body).digest();
  number += 1;
  const { rows } = await pool.query<{ total: number | null; until: Date }>({
    name: 'place',
    text: PLACE,
    values: [
      ...[store, key, hashed, id, product, order.coupon ?? null, hash(store, String(headers['x-forwarded-for']))],
      ...[reference, number, order.clientId, order.discordId, hash(store, order.buyer), hashed],
      ...[newId(), newId(), payment, attempt, newId()],
    ],
  });
  const [placed] = rows;
  if (!placed?.total) {
    const repeated = await pool.query({ name: 'repeated', text: REPEATED, values: [store, key] });
    const { request_hash, answer } = repeated.rows[0] ?? {};
    if (!answer || !hashed.equals(request_hash)) throw new Error('the key is at work, or of another order');
    return answerOf(answer.data.external_reference, answer.data.payment.init_point);
  }
  const { id: charged, point_of_interaction } = await charge(attempt, {
    transaction_amount: placed.total / 100,
    description: `Pedido ${number}`,
    payment_method_id: 'pix',
    payer: { email: `pedido-${reference}@vitrine.localhost` },
    external_reference: reference,
    date_of_expiration: placed.until.toISOString(),
    metadata: { store: order.subdomain },
  });
  const answer = answerOf(reference, `http://${order.subdomain}.vitrine.localhost/checkout/pix/${reference}`);
  const { qr_code } = point_of_interaction.transaction_data;
  await pool.query({ name: 'keep', text: KEEP, values: [store, payment, charged, qr_code, newId(), answer, key] });
  return answer;
}

const server = createServer(async (asked, response) => {
  let [status, answer] = [200, ''];
  try {
    answer = await place(asked.headers, await text(asked));
  } catch (error) {
    status = 500;
    answer = String(error);
  }
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(answer) };
  response.writeHead(status, headers);
  response.end(answer);
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
