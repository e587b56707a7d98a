import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { makeBrCode } from '../../standins/mercado-pago/br-code.ts';
import { paymentBody } from '../../standins/mercado-pago/payment-view.ts';
import { formatDate } from '../../standins/mercado-pago/values.ts';

/**
 * Answers `POST /v1/payments` for Pix with the stand-in's own answer, as cheaply as it can be done. The picture of the code is
 * drawn once, and no notice follows: the caller's figures are of the order alone. The same key gets the same payment.
 */
const SELLER = 5001;
const now = Date.now();
const qrCode = makeBrCode({ key: 'loja@pix.example', cents: 1000, name: 'Loja', city: 'Sao Paulo', txid: 'bench' });
const sample = await paymentBody(
  { settings: { publicUrl: 'http://mercadopago.localhost' } },
  {
    ...{ id: '1', sellerId: SELLER, status: 'pending', statusDetail: 'pending_waiting_transfer', amount: 1000 },
    ...{ currency: 'BRL', methodId: 'pix', typeId: 'bank_transfer', description: null, externalReference: null },
    ...{ payer: {}, metadata: {}, notificationUrl: null, createdAt: now, updatedAt: now, approvedAt: null },
    ...{ expiresAt: now, fee: 10, applicationFee: 0, refunds: [], qrCode, preferenceId: null, merchantOrderId: null },
    ...{ orderId: null, transactionId: 'PAY1' },
  },
);
interface Asked {
  transaction_amount: number;
  description: string;
  external_reference: string;
  date_of_expiration: string;
}
/** The fields that differ between two answers. All others are one fixed text. */
const changing = ({ transaction_amount, description, external_reference, date_of_expiration }: Asked) => {
  const date_created = formatDate(Date.now());
  return {
    ...{ transaction_amount, description, external_reference, date_of_expiration },
    ...{ date_created, date_last_updated: date_created },
  };
};
const asked: Asked = { transaction_amount: 1, description: '', external_reference: '', date_of_expiration: '' };
const changes = new Set(['id', ...Object.keys(changing(asked))]);
const same = JSON.stringify(Object.fromEntries(Object.entries(sample).filter(([name]) => !changes.has(name)))).slice(1);

const payments = new Map<string, number>();
const server = createServer(async (request, response) => {
  const key = request.headers['x-idempotency-key'];
  if (request.url !== '/v1/payments' || request.method !== 'POST' || typeof key !== 'string') {
    response.writeHead(404).end();
    return;
  }
  const body = JSON.parse(await text(request)) as Asked;
  const id = payments.get(key) ?? 1_000_000_000 + payments.size;
  payments.set(key, id);
  const answer = `${JSON.stringify({ id, ...changing(body) }).slice(0, -1)},${same}`;
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
  response.end(answer);
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
