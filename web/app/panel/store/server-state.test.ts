import { expect, test } from 'vitest';
import { serverState } from './server-state.ts';

const text = (answer: 'never' | 'answers' | 'silent' | 'away', silentSeconds: number | null, elapsed: number) =>
  serverState({ answer, silentSeconds }, elapsed).text;

test('a silent server counts its seconds, and is away at the limit without another answer of the API', () => {
  expect(text('silent', 25, 0)).toBe('Sem resposta há 25 s');
  expect(text('silent', 25, 15.9)).toBe('Sem resposta há 40 s');
  expect(text('silent', 25, 155)).toBe('Fora do ar');
});

test('a server that answers does not become silent by time alone, because the stream tells of it', () => {
  expect(text('answers', 4, 300)).toBe('Online');
  expect(text('away', 900, 0)).toBe('Fora do ar');
  expect(text('never', null, 0)).toBe('Nunca conectou');
});
