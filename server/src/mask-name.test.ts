import { expect, test } from 'vitest';
import { maskName } from './mask-name.ts';

test.each([
  ['João Silva', 'Jo** Si***'],
  ['Ana', 'A**'],
  ['Li Wu', 'L* W*'],
  ['X', '*'],
  ['  maria   da   conceição  ', 'ma*** d* co*******'],
  ['Jose\u0301', 'Jo**'],
  ["O'Neil-Souza", '* Ne** So***'],
  ['<img src=x onerror=alert(1)>', 'i** s** * on*****'],
  ['^1Zé~r~ \u202eevil\u0000', 'Z* ev**'],
  ['Ричард 李小龙', 'Ри**** 李**'],
  ['a b c d e f', '* * * *'],
  ['x'.repeat(500), `xx${'*'.repeat(8)}`],
  ['🎮 !!', null],
  ['', null],
])('%j is shown as %j', (name, shown) => {
  expect(maskName(name)).toBe(shown);
});
