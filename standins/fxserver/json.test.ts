import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestCity, testCity } from './testing.ts';

let city: TestCity;
beforeAll(async () => {
  city = await testCity();
});
afterAll(() => city.close());

const text = (code: string) => city.lua(`return { ${code} }`);

test('an empty table is a list, integers and floats stay apart', async () => {
  expect(
    await text(
      `json.encode({}), json.encode({ a = {} }), json.encode(9007199254740993), json.encode(1.0), json.encode(0.1)`,
    ),
  ).toEqual(['[]', '{"a":[]}', '9007199254740993', '1.0', '0.1']);
  expect(
    await text(`math.type(json.decode('1')), math.type(json.decode('1.0')), json.decode('9223372036854775807') == math.maxinteger,
      math.type(json.decode('92233720368547758070'))`),
  ).toEqual(['integer', 'float', true, 'float']);
});

test('null vanishes when read and can be written', async () => {
  expect(
    await text(`json.decode('{"a":null,"b":1}').a == nil, json.encode({ json.null, 2 }), json.decode('null') == nil`),
  ).toEqual([true, '[null,2]', true]);
});

test('bad input gives nil, a position and a message instead of raising', async () => {
  for (const bad of ['', '{', '[1,]', '{"a":1,}', '01', '1.', '"a', '"\\\\x"', 'nul', '{} x', '<html>', '"\\n"']) {
    const [isNil, place, message] = (await city.lua(
      `local v, pos, why = json.decode("${bad.replaceAll('"', '\\"')}") return { v == nil, math.type(pos), type(why) }`,
    )) as unknown[];
    expect([bad, isNil, place, message]).toEqual([bad, true, 'integer', 'string']);
  }
});

test('texts survive: accents, emoji, surrogates, quotes, control characters', async () => {
  expect(await city.lua(`return json.decode('"a\\\\u00e7\\\\ud83d\\\\ude00\\\\n\\\\"\\\\/"')`)).toBe('aç😀\n"/');
  expect(await city.lua(`return json.encode('São "Zé"\\n\\1\\\\')`)).toBe('"São \\"Zé\\"\\n\\u0001\\\\"');
});

test('holes are allowed, keys become text, functions are refused', async () => {
  expect(
    await text(
      `json.encode({ 1, nil, 3 }), json.encode({ [17] = 'x', a = 1 }) ~= nil, (pcall(json.encode, { f = print }))`,
    ),
  ).toEqual(['[1,null,3]', true, false]);
  expect(
    await city.lua(`return json.decode(json.encode({ a = { 1, 2, { b = 'c' } } }, { indent = true })).a[3].b`),
  ).toBe('c');
});
