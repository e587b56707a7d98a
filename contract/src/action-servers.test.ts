import { expect, test } from 'vitest';
import { serverProblem, serversOfAction, serversReached, serversToChoose, serverWords } from './action-servers.ts';
import type { Action } from './actions.ts';

const fivem = [
  { id: 's1', name: 'Alta' },
  { id: 's2', name: 'Baixa' },
];
const discord = [
  { id: '391822001983488001', name: 'Cidade RP' },
  { id: '391822001983488002', name: 'Facção RP' },
];
const minecraft = [{ id: 'm1', name: 'Craft' }];
const servers = { fivem, discord, minecraft, mta: [] };
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
  const one = { ...servers, fivem: fivem.slice(0, 1), discord: discord.slice(0, 1) };
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

test('an action reaches servers of its own game alone', () => {
  const seats = [
    { id: 'f1', game: 'fivem' },
    { id: 'm1', game: 'minecraft' },
    { id: 'f2', game: 'fivem' },
    { id: 'm2', game: 'minecraft' },
  ];
  const ids = (of: { id: string }[]) => of.map(({ id }) => id);
  const of = (server?: string, chosen?: string) =>
    ids(serversOfAction({ target: 'minecraft', ...(server && { server }) }, seats, chosen));
  expect(of()).toEqual(['m1']);
  expect(of('all')).toEqual(['m1', 'm2']);
  expect(of('m2')).toEqual(['m2']);
  expect(of('f2')).toEqual([]);
  expect(of('buyer', 'm2')).toEqual(['m2']);
  // The buyer chose for the other game of the cart.
  expect(of('buyer', 'f2')).toEqual(['m1']);
  expect(ids(serversOfAction({ target: 'mta' }, seats, undefined))).toEqual([]);

  const both = [{ target: 'fivem', server: 'f2' }, { target: 'minecraft' }];
  expect(ids(serversReached(seats, both, undefined))).toEqual(['m1', 'f2']);
  expect(ids(serversReached(seats, [{ target: 'mta' }], undefined))).toEqual(['f1']);
  expect(ids(serversToChoose(seats, [{ target: 'minecraft', server: 'buyer' }, ...both]))).toEqual(['m1', 'm2']);
  expect(serversToChoose(seats.slice(0, 2), [{ target: 'minecraft', server: 'buyer' }])).toEqual([]);
});
