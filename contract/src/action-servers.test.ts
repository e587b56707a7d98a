import { expect, test } from 'vitest';
import { serverProblem, serverWords } from './action-servers.ts';
import type { Action } from './actions.ts';

const fivem = [
  { id: 's1', name: 'Alta' },
  { id: 's2', name: 'Baixa' },
];
const discord = [
  { id: '391822001983488001', name: 'Cidade RP' },
  { id: '391822001983488002', name: 'Facção RP' },
];
const servers = { fivem, discord };
const on = (server?: string): Action => ({
  target: 'fivem',
  type: 'remove_ban',
  executionTiming: 'on_confirmation',
  ...(server && { server }),
});
const ban: Action = { target: 'discord', type: 'ban', executionTiming: 'on_confirmation' };
const banOn = (server: string): Action => ({ ...ban, server });

test.each([
  [on(), 'Alta'],
  [on('s2'), 'Baixa'],
  [on('all'), 'todos os servidores'],
  [on('buyer'), 'servidor que o cliente escolher'],
  [on('s3'), 'servidor removido'],
  [ban, 'Cidade RP'],
  [banOn('391822001983488002'), 'Facção RP'],
  [banOn('391822001983488003'), 'servidor removido'],
])('%j runs on: %s', (action, words) => {
  expect(serverWords(action, servers)).toBe(words);
});

test('a store with one server names none, unless an action does', () => {
  const one = { fivem: fivem.slice(0, 1), discord: discord.slice(0, 1) };
  expect(serverWords(on(), one)).toBe('');
  expect(serverWords(ban, one)).toBe('');
  expect(serverWords(on('s2'), one)).toBe('servidor removido');
});

test('only a removed server is a problem', () => {
  for (const action of [on(), on('s1'), on('all'), on('buyer'), ban, banOn('391822001983488002')])
    expect(serverProblem(action, servers)).toBeUndefined();
  expect(serverProblem(on('s3'), servers)).toContain('removido');
  expect(serverProblem(banOn('391822001983488003'), servers)).toContain('removido');
});
