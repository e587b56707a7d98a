import { type CallName, calls } from '@vitrine/contract/calls/table';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../test/app.ts';
import { writeAnswer } from './answer-schema.ts';
import { serve } from './serve.ts';

const app = await createTestApp({
  features: [
    async (scope) => {
      serve(scope, 'GET /plan', async () => {
        const [plan] = calls['GET /plan'].example.answer.plans;
        return { success: true as const, plans: [{ ...plan, secret: 'vtr_1' }], secret: 'vtr_2' } as never;
      });
    },
  ],
});
afterAll(() => app.close());

test('a field that the answer does not name never leaves the server, at whatever depth', async () => {
  const answer = await app.get('/v1/plan');
  expect(answer.status).toBe(200);
  expect(answer.text).not.toContain('vtr_');
  expect(answer.json()).toEqual(calls['GET /plan'].example.answer);
});

const answered = (Object.keys(calls) as CallName[]).flatMap((name) => {
  const one = calls[name];
  return 'answer' in one ? [[name, one] as const] : [];
});
test.each(answered)('the serialiser of %s writes its example whole', (_name, { answer, example }) => {
  expect(JSON.parse(writeAnswer(example.answer, answer))).toEqual(example.answer);
});
