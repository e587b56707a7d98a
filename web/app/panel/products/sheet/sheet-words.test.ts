import { expect, test } from 'vitest';
import { doing } from './sheet-words.ts';

test('the button and the word after it say how many products', () => {
  expect(doing({ created: 1, changed: 0 }, 'todo')).toBe('Criar 1 produto');
  expect(doing({ created: 2, changed: 1200 }, 'todo')).toBe('Criar 2 e mudar 1.200 produtos');
  expect(doing({ created: 0, changed: 1 }, 'done')).toBe('1 produto mudado');
  expect(doing({ created: 1, changed: 3 }, 'done')).toBe('1 produto criado, 3 produtos mudados');
});
