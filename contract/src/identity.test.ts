import { expect, it } from 'vitest';
import { commandLanguages } from './command-line.ts';
import {
  buyerKey,
  cleanIdentity,
  IDENTITY_MAX,
  identityKinds,
  identityRules,
  keysOfSearch,
  playerKey,
  readPlayerKey,
  suggestedKind,
} from './identity.ts';
import { identities, unfinishedIdentities } from './identity-input.ts';
import { limits } from './limits.ts';

const hostile = [
  '',
  ' ',
  'a b',
  "'; drop table delivery; --",
  '"vip"',
  'ana\nop ana',
  'ana\u0000',
  'ana\u202Eana',
  'ãna',
  '{{discord}}',
  '@everyone',
  '@a',
  '-1',
  '../../etc',
  '#ana',
  '//ana',
  'ana;quit',
  '$(id)',
  '𝕬𝖓𝖆',
  'a'.repeat(65),
  '9'.repeat(200),
];

it.each(identityKinds)('no hostile text is a player of the kind %s', (kind) => {
  for (const text of hostile) expect([text, cleanIdentity(kind, text)]).toEqual([text, undefined]);
});

it.each(identityKinds)('an id of the kind %s has one form, one key, and is one argument of every game', (kind) => {
  const value = cleanIdentity(kind, ` ${identityRules[kind].example} `) as string;
  expect(cleanIdentity(kind, value)).toBe(value);
  const key = playerKey({ kind, value });
  expect(key.length).toBeLessThanOrEqual(limits.playerKeyMax);
  expect(value.length).toBeLessThanOrEqual(IDENTITY_MAX);
  expect(readPlayerKey(key)).toEqual({ kind, value });
  for (const language of Object.values(commandLanguages)) {
    const line = language.write(['x', value]) as string;
    expect(language.read(line)).toEqual([['x'], [value]]);
  }
});

it('spellings of one player become one', () => {
  expect(cleanIdentity('citizen_id', 'abc12345')).toBe('ABC12345');
  expect(cleanIdentity('minecraft_name', 'Steve_1')).toBe('steve_1');
  const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
  expect(cleanIdentity('minecraft_uuid', uuid.replaceAll('-', '').toUpperCase())).toBe(uuid);
  expect(cleanIdentity('minecraft_uuid', '069a79f444e9-4726-a5be-fca90e38aaf5')).toBeUndefined();
  expect(cleanIdentity('identifier', 'CHAR1:0123456789ABCDEF')).toBe('char1:0123456789abcdef');
  expect(cleanIdentity('mta_account', 'Ana')).toBe('Ana');
});

it('the same text of two kinds is two players', () => {
  expect(playerKey({ kind: 'city_id', value: '57' })).toBe('57');
  expect(playerKey({ kind: 'mta_account', value: '57' })).toBe('mta_account:57');
  expect(readPlayerKey('license:57')).toEqual({ kind: 'city_id', value: 'license:57' });
  expect(keysOfSearch('57')).toEqual(['57', 'minecraft_name:57', 'mta_account:57']);
  expect(buyerKey({ clientId: 57, identities: [{ kind: 'mta_account', value: 'a' }] })).toBe('57');
  expect(buyerKey({})).toBeUndefined();
});

it('a checkout takes each kind once, and says what is wrong with a value', () => {
  const name = (value: string) => ({ kind: 'minecraft_name', value });
  expect(identities.parse([name('Steve')])).toEqual([name('steve')]);
  const refused = identities.safeParse([name('a b')]);
  expect(refused.error?.issues[0]).toMatchObject({
    message: identityRules.minecraft_name.problem,
    path: ['minecraft_name'],
  });
  expect(identities.safeParse([name('Steve'), name('Alex')]).success).toBe(false);
  expect(identities.safeParse([{ kind: 'city_id', value: '57' }]).success).toBe(false);
  expect(unfinishedIdentities.parse([name('a b'), name('Steve')])).toEqual([name('steve')]);
});

it('a base suggests its kind', () => {
  expect(suggestedKind('fivem', '')).toBeUndefined();
  expect(suggestedKind('fivem', 'standalone')).toBeUndefined();
  expect(suggestedKind('fivem', 'creative_network')).toBe('city_id');
  expect(suggestedKind('fivem', 'qbcore')).toBe('citizen_id');
  expect(suggestedKind('fivem', 'esx')).toBe('identifier');
  expect(suggestedKind('fivem', 'ox_core')).toBe('citizen_id');
  expect(suggestedKind('minecraft', 'paper')).toBe('minecraft_name');
  expect(suggestedKind('mta', '')).toBe('mta_account');
});
