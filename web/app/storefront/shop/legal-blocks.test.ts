import { expect, test } from 'vitest';
import { legalBlocks } from './legal-blocks.ts';

const paragraph = (text: string) => ({ heading: false, text });
const heading = (text: string) => ({ heading: true, text });

test('empty lines part paragraphs, and a line that begins with # and a space is a heading', () => {
  expect(
    legalBlocks('# Quem somos\n\nNós.\nNa mesma frase.\n\n\n# A\n# B\nTexto logo abaixo.\n\n# C\nE este.\n'),
  ).toEqual([
    heading('Quem somos'),
    paragraph('Nós.\nNa mesma frase.'),
    heading('A'),
    heading('B'),
    paragraph('Texto logo abaixo.'),
    heading('C'),
    paragraph('E este.'),
  ]);
});

test('nothing else is markup', () => {
  const text = '#sem espaço\n\n## Duas\n\n<h1>x</h1>\n\n**forte** [a](javascript:1)\n\ntexto # no meio\n\n#';
  expect(legalBlocks(text)).toEqual(text.split('\n\n').map(paragraph));
});

test('an empty text has no blocks', () => {
  expect(legalBlocks(' \n\n \n')).toEqual([]);
});
