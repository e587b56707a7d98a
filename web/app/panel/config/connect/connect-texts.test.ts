import { games } from '@vitrine/contract/action-types';
import { expect, test } from 'vitest';
import { connectTexts } from './connect-texts.ts';

test.each(games)('the lines of %s hold key and address, and no text can leave its quotes', (game) => {
  const { of } = connectTexts[game].lines;
  const lines = of('vtr_abc', 'https://vitrine.com.br');
  expect(lines).toContain('vtr_abc');
  expect(lines).toContain('https://vitrine.com.br');
  const quote = game === 'fivem' ? '"' : "'";
  const marks = (text: string) => [...text].filter((sign) => sign === quote || sign === '\n').join('');
  expect(marks(of(`v'"\ntr`, `https://x'"\n`))).toBe(marks(lines));
});

test('the keys are those that the plugin and the script of MTA read', () => {
  expect(connectTexts.minecraft.lines.of('t', 'u')).toBe("chave: 't'\nendereco: 'u'");
  expect(connectTexts.mta.lines.of('t', 'u')).toBe("Config.Token = 't'\nConfig.Url = 'u'");
});
