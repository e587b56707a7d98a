import { expect, test } from 'vitest';
import { alsoFoundBy, searchGroups, searchWordLimits } from './search-words.ts';
import { StoreEdit } from './stores.ts';

const groups = searchGroups('vip, assinatura, Prêmio mensal\nmoto, 2 rodas\nxp, pontos');

test('a text that holds one word of a line is also found by the other words of that line', () => {
  expect(alsoFoundBy('VIP Ouro', groups)).toBe('vip assinatura Prêmio mensal');
  expect(alsoFoundBy('Pacote de VIPs', groups)).toBe('vip assinatura Prêmio mensal');
  expect(alsoFoundBy('O premio mensal de todos', groups)).toBe('vip assinatura Prêmio mensal');
  expect(alsoFoundBy('Assinatura com moto', groups)).toBe('vip assinatura Prêmio mensal moto 2 rodas');
  expect(alsoFoundBy('Café', groups)).toBe('');
});

test('a word inside another one, or a short one at its beginning, is not the same word', () => {
  expect(alsoFoundBy('Remoto', groups)).toBe('');
  expect(alsoFoundBy('Xpto', groups)).toBe('');
  expect(alsoFoundBy('500 de XP', groups)).toBe('xp pontos');
});

test('signs of patterns are no patterns, and a word of signs alone finds nothing', () => {
  const hostile = searchGroups('.*, (a+)+$\n*, [^x]\nx|y, "><script>');
  expect(alsoFoundBy('Qualquer produto', hostile)).toBe('');
});

const edit = (searchWords: string) =>
  StoreEdit.safeParse({
    id: 'x',
    nameStore: 'Cidade',
    nameDomain: 'cidade',
    branding: { primaryColor: '#000000', secondaryColor: '#ffffff' },
    settings: { searchWords },
  });

test('lines are cleaned, and what was read once is read again without a change', () => {
  const once = edit('  vip, assinatura \r\n\n moto,\u202ebike ').data?.settings?.searchWords;
  expect(once).toBe('vip, assinatura\nmoto,bike');
  expect(edit(once ?? '').data?.settings?.searchWords).toBe(once);
  expect(edit('').success).toBe(true);
});

test('lines are bounded, and each says at least two words', () => {
  const most = Array.from({ length: searchWordLimits.lines }, (_, n) => `a${n}, b${n}`);
  expect(edit(most.join('\n')).success).toBe(true);
  const texts = [
    [...most, 'c, d'].join('\n'),
    `${'a'.repeat(searchWordLimits.line)}, b`,
    'vip, assinatura\nmoto',
    'vip, *',
    'a, \u0000',
  ];
  for (const text of texts) expect(edit(text).error?.issues[0]?.path.join('.'), text).toBe('settings.searchWords');
});
