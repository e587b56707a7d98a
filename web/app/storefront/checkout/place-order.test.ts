import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import type { orderBody } from './cart.ts';
import { placeOrder } from './place-order.ts';

const sent: { body: { proof?: { challenge: string } } }[] = [];
const answers: (() => unknown)[] = [];
vi.mock('../../lib/plain-call.ts', () => ({
  plainCall: async (_method: string, _path: string, options: (typeof sent)[number]) => {
    sent.push(options);
    return answers.shift()?.();
  },
}));
vi.stubGlobal('window', { location: { href: 'http://cidade.vitrine.localhost/checkout' } });

const body = { idProducts: [{ id: 'a', options: {}, quantity: 1 }] } as ReturnType<typeof orderBody>;
const challenge = (name: string) => ({ challenge: name, puzzles: 1, bits: 4 });
const refuse = (code: string, asked?: ReturnType<typeof challenge>) => () => {
  throw new ApiError({ status: 422, code, messages: ['Não deu.'], ...(asked && { challenge: asked }) });
};
const accept = () => ({ success: true, data: { external_reference: 'r', payment: { init_point: '/pedido/r' } } });
const proofs = () => sent.map((options) => options.body.proof?.challenge);
beforeEach(() => {
  sent.length = 0;
});

test('a solved proof of work survives a refusal for another reason, and is dropped after an order used it', async () => {
  const worked = vi.fn();
  answers.push(refuse('proof_required', challenge('one')), refuse('out_of_stock'));
  expect((await placeOrder(body, 10, worked)).kind).toBe('refused');
  answers.push(accept);
  expect((await placeOrder(body, 10, worked)).kind).toBe('pay');
  answers.push(accept);
  await placeOrder(body, 10, worked);
  expect(proofs()).toEqual([undefined, 'one', 'one', undefined]);
  expect(worked).toHaveBeenCalledTimes(1);
});

test('a proof that the server no longer accepts is replaced by a new one', async () => {
  answers.push(refuse('proof_required', challenge('old')), refuse('coupon_exhausted'));
  await placeOrder(body, 10, vi.fn());
  answers.push(refuse('proof_required', challenge('new')), accept);
  expect((await placeOrder(body, 10, vi.fn())).kind).toBe('pay');
  expect(proofs()).toEqual([undefined, 'old', 'old', 'new']);
});
