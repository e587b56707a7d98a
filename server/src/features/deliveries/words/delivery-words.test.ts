import { expect, test } from 'vitest';
import { deliveryCodes } from '../delivery.ts';
import { wordsOf } from './delivery-words.ts';

const city = /\bcidad/i;

test('whoever plays on a server never reads of a city, whatever became of the delivery', () => {
  for (const code of deliveryCodes) {
    for (const target of ['minecraft', 'mta', 'discord'] as const) {
      for (const [what, words] of Object.entries(wordsOf(target, code)))
        expect(words ?? '', `${what} of ${code}`).not.toMatch(city);
    }
  }
});

test('a city reads of itself', () => {
  expect(wordsOf('fivem', 'player_offline')).toMatchObject({
    text: expect.stringMatching(city),
    hint: 'Entre na cidade para receber.',
  });
  expect(wordsOf('minecraft', 'player_offline').hint).toBe('Entre no servidor para receber.');
});

test('a code of a newer client has the words of an error of the server', () => {
  expect(wordsOf('mta', 'not_known_yet')).toEqual(wordsOf('mta', 'adapter_error'));
});
