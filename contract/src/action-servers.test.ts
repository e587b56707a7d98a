import { expect, test } from 'vitest';
import { serverProblem, serverWords } from './action-servers.ts';
import type { Action } from './actions.ts';

const servers = [
  { id: 's1', name: 'Alta' },
  { id: 's2', name: 'Baixa' },
];
const on = (server?: string): Action => ({
  target: 'fivem',
  type: 'remove_ban',
  executionTiming: 'on_confirmation',
  ...(server && { server }),
});
const ban: Action = { target: 'discord', type: 'ban', executionTiming: 'on_confirmation' };

test.each([
  [on(), 'Alta'],
  [on('s2'), 'Baixa'],
  [on('all'), 'todos os servidores'],
  [on('buyer'), 'servidor que o cliente escolher'],
  [on('s3'), 'servidor removido'],
  [ban, ''],
])('%j runs on: %s', (action, words) => {
  expect(serverWords(action, servers)).toBe(words);
});

test('a store with one server names none, unless an action does', () => {
  expect(serverWords(on(), servers.slice(0, 1))).toBe('');
  expect(serverWords(on('s2'), servers.slice(0, 1))).toBe('servidor removido');
});

test('only a removed server is a problem', () => {
  const ids = servers.map(({ id }) => id);
  for (const action of [on(), on('s1'), on('all'), on('buyer'), ban])
    expect(serverProblem(action, ids)).toBeUndefined();
  expect(serverProblem(on('s3'), ids)).toContain('removido');
});
