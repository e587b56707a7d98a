import { describe, expect, test } from 'vitest';
import { descriptionLines, plainLine, richLine } from './description.ts';

/** A line in the words of a page: `<b>`, `<i>` and `<a>` around text. */
const drawn = (line: string) =>
  richLine(line)
    .map(({ href, spans }) => {
      const words = spans.map(({ text, bold, italic }) => {
        const inner = italic ? `<i>${text}</i>` : text;
        return bold ? `<b>${inner}</b>` : inner;
      });
      return href ? `<a ${href}>${words.join('')}</a>` : words.join('');
    })
    .join('');

test('the leading arrow of each line and empty lines are left out', () => {
  expect(descriptionLines('> Um\r\n>Dois\n\n  > Três > quatro\ncinco')).toEqual([
    'Um',
    'Dois',
    'Três > quatro',
    'cinco',
  ]);
});

describe('a line', () => {
  test.each([
    ['Salário em dobro', 'Salário em dobro'],
    ['**Salário** em dobro', '<b>Salário</b> em dobro'],
    ['Salário *em dobro*', 'Salário <i>em dobro</i>'],
    ['***Tudo***', '<b><i>Tudo</i></b>'],
    ['**VIP *Ouro***', '<b>VIP </b><b><i>Ouro</i></b>'],
    ['***VIP* Ouro**', '<b><i>VIP</i></b><b> Ouro</b>'],
    ['(*veja*), **isto**!', '(<i>veja</i>), <b>isto</b>!'],
    ['Leia as [regras](https://cidade.com.br/regras).', 'Leia as <a https://cidade.com.br/regras>regras</a>.'],
    ['**[regras](https://cidade.com.br/r)**', '<a https://cidade.com.br/r><b>regras</b></a>'],
    ['[as **regras** todas](https://cidade.com.br/r)', '<a https://cidade.com.br/r>as <b>regras</b> todas</a>'],
    ['[a](https://a.com/)[b](https://b.com/)', '<a https://a.com/>a</a><a https://b.com/>b</a>'],
  ])('%s', (line, expected) => expect(drawn(line)).toBe(expected));

  test('overlapping marks give each word its own', () => {
    expect(drawn('**um *dois** três*')).toBe('<b>um </b><b><i>dois</i></b><i> três</i>');
  });

  test('is plain where only text may stand', () => {
    expect(plainLine('**VIP** com [regras *próprias*](https://cidade.com.br/r)')).toBe('VIP com regras próprias');
  });
});

/** Every one of them stays as it was typed. */
const onlyText = [
  '5*3*2 = 30',
  '2 * 3 * 4',
  '**sem fim',
  'sem começo**',
  '** espaço **',
  '****',
  '*****a*****',
  '[sem endereço]',
  '[sem endereço]()',
  '(https://cidade.com.br)',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:msgbox)',
  '[x](http://cidade.com.br/)',
  '[x](//cidade.com.br/)',
  '[x](/config)',
  '[x](mailto:a@b.com)',
  '[x](https://)',
  '[x](https://localhost/)',
  '[x](https://127.0.0.1/)',
  '[x](https://banco.com.br@maldoso.com/)',
  '[x](https://banco.com.br:8443/)',
  '[x](https://banco.com.br\\@maldoso.com/)',
  '[x](https://cidadе.com.br/)', // a Cyrillic е
  '[x](https://a.com/" onmouseover="alert(1))',
  '[x](https://a.com/><script>)',
  `[x](https://a.com/${'a'.repeat(300)})`,
  '[  ](https://a.com/)',
  '[**](https://a.com/)',
  '<b>x</b> &lt;i&gt; ![x](x) `x` ~~x~~ __x__ # x',
];
test.each(onlyText)('is only text: %s', (line) => {
  const stretches = richLine(line);
  expect(stretches.map(({ href }) => href)).toEqual([null]);
  expect(plainLine(line)).toBe(line);
  expect(stretches.flatMap(({ spans }) => spans).some(({ bold, italic }) => bold || italic)).toBe(false);
});

test('a link inside a link is one link, and what is around it stays text', () => {
  expect(drawn('[a [b](https://b.com/)](https://a.com/)')).toBe('[a <a https://b.com/>b</a>](https://a.com/)');
});

test('characters that turn the reading order or cannot be seen are removed', () => {
  expect(drawn('[banco\u202e moc.\u202c](https://a.com/) \u2066x\u2069')).toBe('<a https://a.com/>banco moc.</a> x');
  expect(drawn('[\u200b\u2060](https://a.com/)')).toBe('[](https://a.com/)');
  expect(drawn('*\u200b*oi*\u200b*')).toBe('<b>oi</b>');
});

test('no word of a line is lost', () => {
  for (const line of [...onlyText, '**a *b** c* [d](https://d.com/) **e', '***a** b', '**a***', '*a ***b*** c*']) {
    expect(plainLine(line).replaceAll(/[*\s]/g, '')).toBe(
      line.replaceAll(/\[([^[\]]*)\]\(https:\/\/d\.com\/\)/g, '$1').replaceAll(/[*\s]/g, ''),
    );
  }
});

/** Texts that a parser with backtracking reads in quadratic time. */
const heavy: [string, (length: number) => string][] = [
  ['stars', (length) => '*'.repeat(length)],
  ['single stars', (length) => '*a '.repeat(length / 3)],
  ['double stars', (length) => '**a '.repeat(length / 4)],
  ['brackets', (length) => '['.repeat(length)],
  ['labels without an end', (length) => '[a'.repeat(length / 2)],
  ['addresses without an end', (length) => '[a](https://a'.repeat(length / 13)],
  ['one address', (length) => `[a](https://a.com/${'a'.repeat(length)}`],
  ['spaces', (length) => `a${' '.repeat(length)}*`],
  ['flags', (length) => '\u{e0061}'.repeat(length / 2)],
];
test.each(heavy)('a long line of %s is read in linear time', (_, make) => {
  /** The shortest of five times, each for five readings. */
  const milliseconds = (length: number) => {
    const line = make(length);
    const times = Array.from({ length: 5 }, () => {
      const before = Date.now();
      for (let reading = 0; reading < 5; reading += 1) plainLine(line);
      return Date.now() - before;
    });
    return Math.min(...times);
  };
  // Sixteen times the length: 256 times the work, if it were quadratic.
  expect(milliseconds(32_000)).toBeLessThan(100 * Math.max(milliseconds(2_000), 3));
});
