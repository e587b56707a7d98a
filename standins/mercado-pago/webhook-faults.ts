import type { Notice } from './model.ts';
import type { State } from './state.ts';
import { DAY, fieldsOf } from './values.ts';

const WEBHOOK_FAULT_KINDS = [
  'duplicate', // `copies` (1) more at the same time, equal except for request id and signature
  'reorder', // held until the next notice was answered, or for `ms` (3000)
  'drop',
  'delay', // `ms` (1000)
  'bad-signature',
  'wrong-secret',
  'no-signature',
  'seconds-ts', // ts with 10 digits, with a matching signature
  'old-ts', // a day old, with a matching signature
  'unknown-id', // an unknown id, in query and body
  'foreign-seller', // another seller's payment, if there is one, and another user_id
  'body-query-mismatch', // the body names another id than the query
  'huge-body', // 2 MiB of padding
  'not-json',
] as const;

export interface WebhookFault {
  kind: (typeof WEBHOOK_FAULT_KINDS)[number];
  /** How many more notices it hits. */
  times: number;
  copies?: number;
  ms?: number;
}

export type WebhookFaultInput = Omit<WebhookFault, 'times'> & { times?: number };

export interface WebhookFaults {
  /** Throws TypeError for an unknown kind. */
  add(input: WebhookFaultInput): WebhookFault;
  take(): WebhookFault | undefined;
  list(): WebhookFault[];
  clear(): void;
  /** The request as it is sent, spoilt by the fault. */
  write(
    notice: Notice,
    fault: WebhookFault | undefined,
    state: State,
    tools: { requestId: string; sign(secret: string, dataId: string, requestId: string, ts: string): string },
  ): { url: string; headers: Record<string, string>; body: string };
}

const UNKNOWN_ID = '999999999999';

function whom(notice: Notice, fault: WebhookFault | undefined, state: State): { dataId: string; sellerId: number } {
  if (fault?.kind === 'unknown-id') return { dataId: UNKNOWN_ID, sellerId: notice.sellerId };
  if (fault?.kind !== 'foreign-seller') return { dataId: notice.resourceId, sellerId: notice.sellerId };
  const foreign = [...state.payments.values()].find((payment) => payment.sellerId !== notice.sellerId);
  return foreign
    ? { dataId: foreign.id, sellerId: foreign.sellerId }
    : { dataId: notice.resourceId, sellerId: notice.sellerId + 1 };
}

function bodyText(notice: Notice, fault: WebhookFault | undefined, dataId: string, sellerId: number): string {
  if (fault?.kind === 'not-json') return 'isto não é JSON';
  const data = { ...fieldsOf(notice.body.data), id: fault?.kind === 'body-query-mismatch' ? UNKNOWN_ID : dataId };
  const padding = fault?.kind === 'huge-body' ? { padding: 'x'.repeat(2 * 1024 * 1024) } : {};
  return JSON.stringify({ ...notice.body, user_id: sellerId, data, ...padding });
}

export function createWebhookFaults(): WebhookFaults {
  let waiting: WebhookFault[] = [];
  return {
    add(input) {
      if (!WEBHOOK_FAULT_KINDS.includes(input?.kind)) {
        throw new TypeError(`kind is one of ${WEBHOOK_FAULT_KINDS.join(', ')}`);
      }
      const times = input.times ?? 1;
      if (!Number.isInteger(times) || times < 1) throw new TypeError('times is a whole number from 1');
      const fault = { ...input, times };
      waiting.push(fault);
      return fault;
    },
    take() {
      const fault = waiting[0];
      if (!fault) return undefined;
      fault.times -= 1;
      if (fault.times < 1) waiting = waiting.slice(1);
      return fault;
    },
    list: () => waiting.map((fault) => ({ ...fault })),
    clear() {
      waiting = [];
    },
    write(notice, fault, state, tools) {
      const url = new URL(notice.url);
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        'user-agent': notice.kind === 'ipn' ? 'MercadoPago Feed v2.0' : 'MercadoPago WebHook v1.0',
        'x-request-id': tools.requestId,
      };
      if (notice.kind === 'ipn') {
        url.searchParams.set('topic', notice.topic);
        url.searchParams.set('id', notice.resourceId);
        return { url: url.href, headers, body: JSON.stringify(notice.body) };
      }
      const { dataId, sellerId } = whom(notice, fault, state);
      url.searchParams.set('data.id', dataId);
      url.searchParams.set('type', notice.topic);
      const now = state.clock.now() - (fault?.kind === 'old-ts' ? DAY : 0);
      const ts = String(fault?.kind === 'seconds-ts' ? Math.floor(now / 1000) : now);
      const secret = fault?.kind === 'wrong-secret' ? `not ${notice.secret}` : notice.secret;
      const v1 = tools.sign(secret, dataId, tools.requestId, ts);
      const shown = fault?.kind === 'bad-signature' ? (v1.startsWith('0') ? '1' : '0') + v1.slice(1) : v1;
      if (fault?.kind !== 'no-signature') headers['x-signature'] = `ts=${ts},v1=${shown}`;
      return { url: url.href, headers, body: bodyText(notice, fault, dataId, sellerId) };
    },
  };
}
