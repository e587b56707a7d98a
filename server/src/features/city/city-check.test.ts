import { expect, test } from 'vitest';
import { type CityAnswer, cityRefusal, isFresh } from './city-check.ts';

test('the answer "found" is good for minutes, any other is asked for again soon', () => {
  expect(isFresh({ result: 'found', seconds: 299 })).toBe(true);
  expect(isFresh({ result: 'found', seconds: 301 })).toBe(false);
  expect(isFresh({ result: 'missing', seconds: 19 })).toBe(true);
  expect(isFresh({ result: 'missing', seconds: 21 })).toBe(false);
  expect(isFresh({ result: 'unknown', seconds: 21 })).toBe(false);
});

const answered = (result: CityAnswer['result'], seconds = 10): CityAnswer => ({ result, seconds });
test.each([
  ['warn', undefined, undefined],
  ['warn', answered('found'), undefined],
  ['warn', answered('unknown'), undefined],
  ['warn', answered('missing'), 'city_id_unknown'],
  ['warn', answered('missing', 301), undefined],
  ['require', undefined, 'city_id_unconfirmed'],
  ['require', answered('found', 29 * 60), undefined],
  ['require', answered('found', 31 * 60), 'city_id_unconfirmed'],
  ['require', answered('unknown'), 'city_id_unconfirmed'],
  ['require', answered('missing'), 'city_id_unknown'],
  ['require', answered('missing', 301), 'city_id_unconfirmed'],
] as const)('%s, %j: %s', (policy, answer, code) => {
  expect(cityRefusal(policy, answer)).toBe(code);
});
