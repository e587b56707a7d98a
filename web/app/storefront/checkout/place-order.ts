import type { Sent } from '@vitrine/contract/calls/table';
import type { ProofOfWork } from '@vitrine/contract/orders';
import { ApiError } from '../../lib/api.ts';
import { plainCall } from '../../lib/plain-call.ts';
import { buyerKey, randomKey, rememberOwnOrder } from '../pending/own-order.ts';
import { isOutdated, type orderBody, type Problem, placeOfRefusal } from './cart.ts';
import { lineKey } from './draft.ts';
import { payAddress } from './pay-address.ts';
import { keep, kept } from './tab-memory.ts';

/** The result of a press on 'Finalizar Compra'. */
export type Placed =
  | { kind: 'pay'; address: string; reference: string }
  /** The order exists, but it has no payment address. */
  | { kind: 'no_link'; reference: string | undefined }
  /** The server refused: the form stays and shows the reason. */
  | { kind: 'refused'; problem: Problem; outdated?: boolean }
  /** No answer at all: the form stays, and the same press again makes the same order. */
  | { kind: 'silent' }
  /** The server failed: /checkout/error opens. */
  | { kind: 'failed' };

const KEY = 'checkout-key';
/** Long, because the server asks the payment provider meanwhile. */
const TIMEOUT_MS = 30_000;

interface Attempt {
  key: string;
  /** The order's body without the total that the buyer saw. */
  body: string;
  seenTotal: number;
}
let memory: Attempt | null = null;
/** A solved proof of work, kept until an order uses it: a refusal for another reason does not use it up. */
let solved: ProofOfWork | undefined;

function lastAttempt(): Attempt | null {
  try {
    return memory ?? (JSON.parse(kept(KEY) ?? 'null') as Attempt | null);
  } catch {
    return null;
  }
}

/**
 * The former attempt if this press repeats it, else a new one. An attempt is kept until the server answers, so a
 * repeat makes the same order. Another total makes another order.
 */
function attemptFor(body: string, seenTotal: number): Attempt {
  const last = lastAttempt();
  if (last?.body === body && last.seenTotal === seenTotal) return last;
  memory = { key: randomKey(), body, seenTotal };
  keep(KEY, JSON.stringify(memory));
  return memory;
}

function forgetKey(): void {
  memory = null;
  keep(KEY, null);
}

/**
 * `POST /v1/order/create`: repeats make one order. Returns what the page does next. `seenTotal`, in reais, is what
 * the buyer saw; the server refuses a higher one. If the network left many orders unpaid, the page first computes a
 * proof of work for some seconds; `onWork` is called then. `replaces`: the own unpaid order whose place this one takes.
 */
export async function placeOrder(
  body: ReturnType<typeof orderBody>,
  seenTotal: number,
  onWork: () => void,
  replaces?: string,
): Promise<Placed> {
  const attempt = attemptFor(JSON.stringify(body), seenTotal);
  const send = () =>
    plainCall('POST', '/order/create', {
      // `problemOf` let the form through, so every needed field is filled.
      body: { ...body, seenTotal: attempt.seenTotal, proof: solved, buyer: buyerKey(), replaces } as Sent<
        'POST /order/create',
        'body'
      >,
      idempotencyKey: attempt.key,
      timeoutMs: TIMEOUT_MS,
    });
  try {
    const answer = await send().catch(async (error: unknown) => {
      if (!(error instanceof ApiError && error.challenge)) throw error;
      onWork();
      const { solve } = await import('./proof-of-work.ts');
      solved = await solve(error.challenge);
      return await send();
    });
    solved = undefined;
    forgetKey();
    const reference = answer?.data?.external_reference;
    if (reference) rememberOwnOrder(reference, body.idProducts.map(lineKey));
    const address = payAddress(answer?.data?.payment?.init_point, window.location.href);
    return address ? { kind: 'pay', address, reference: reference ?? '' } : { kind: 'no_link', reference };
  } catch (error) {
    // Without an answer the order may exist, so the same press again must make the same order.
    const open = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
    if (open) {
      console.error('order', error);
      return { kind: error instanceof ApiError && error.status >= 500 ? 'failed' : 'silent' };
    }
    if (error.code === 'idempotency_in_flight') return { kind: 'refused', problem: { text: error.message } };
    forgetKey();
    if (error.messages.length === 0) return { kind: 'failed' };
    return {
      kind: 'refused',
      problem: { text: error.messages.join('\n'), own: error.reference, ...placeOfRefusal(error.code, error.field) },
      outdated: isOutdated(error.code),
    };
  }
}
