import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { startTestServer } from './test/app.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-operator-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const operatorOf = (env: Record<string, string>) => readConfig({ VITRINE_DATA: folder, ...env }).operator;
const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

test('the operator says who it is, and a text of it is read at the start', () => {
  const terms = file('terms.txt', '\ufeff# Quem somos\r\n\r\nNós.\r\n');
  expect(
    operatorOf({
      VITRINE_OPERATOR_NAME: '  Vitrine\u202e Tecnologia\nLtda ',
      VITRINE_OPERATOR_DOCUMENT: '11222333000181',
      VITRINE_OPERATOR_ADDRESS: 'Rua das Flores, 10, Recife',
      VITRINE_OPERATOR_CONTACT: 'mailto:oi@vitrine.example',
      VITRINE_OPERATOR_TERMS: terms,
    }),
  ).toEqual({
    name: 'Vitrine Tecnologia Ltda',
    taxId: { kind: 'CNPJ', number: '11.222.333/0001-81' },
    address: 'Rua das Flores, 10, Recife',
    contact: 'mailto:oi@vitrine.example',
    terms: '# Quem somos\n\nNós.',
    privacy: undefined,
    missing: ['VITRINE_OPERATOR_PRIVACY'],
  });
});

test('an empty variable counts as not set', () => {
  expect(operatorOf({ VITRINE_OPERATOR_NAME: '', VITRINE_OPERATOR_TERMS: '' })).toMatchObject({
    name: undefined,
    terms: undefined,
  });
  expect(operatorOf({ VITRINE_OPERATOR_NAME: '' }).missing).toHaveLength(6);
});

test.each([
  ['VITRINE_OPERATOR_NAME', '   '],
  ['VITRINE_OPERATOR_NAME', '\u200b\u202e'],
  ['VITRINE_OPERATOR_NAME', 'a'.repeat(121)],
  ['VITRINE_OPERATOR_DOCUMENT', '11.222.333/0001-82'],
  ['VITRINE_OPERATOR_ADDRESS', 'a'.repeat(301)],
  ['VITRINE_OPERATOR_CONTACT', 'javascript:alert(1)'],
  ['VITRINE_OPERATOR_CONTACT', 'http://vitrine.example'],
  ['VITRINE_OPERATOR_CONTACT', 'oi@vitrine.example'],
])('%s is refused as %j', (name, value) => {
  expect(() => operatorOf({ [name]: value })).toThrow(name);
});

test.each([
  ['is not there', () => join(folder, 'nowhere.txt'), 'cannot be read'],
  ['is a folder', () => folder, 'cannot be read'],
  ['is empty', () => file('empty.txt', ' \n\n'), 'is empty'],
  ['is no text in UTF-8', () => file('latin.txt', Buffer.from([0x41, 0xe7, 0xe3, 0x6f])), 'is no text in UTF-8'],
  ['holds NUL', () => file('nul.txt', 'a\u0000b'), 'is no text'],
  ['is too long', () => file('long.txt', 'a'.repeat(200_001)), 'is too long'],
])('a file of terms that %s ends the start with a sentence', (_name, path, sentence) => {
  expect(() => operatorOf({ VITRINE_OPERATOR_TERMS: path() })).toThrow(
    new RegExp(`VITRINE_OPERATOR_TERMS: .*${sentence}`),
  );
});

test('what is not set is named once at the start, and nothing is said in a demo', async () => {
  const said: string[] = [];
  const start = async (env: Record<string, string>) => {
    said.length = 0;
    const server = await startTestServer({ env: { LOG_LEVEL: 'warn', ...env }, hears: (line) => said.push(line) });
    await server.close();
    return said.filter((line) => line.includes('VITRINE_OPERATOR_'));
  };
  const lines = await start({ VITRINE_DEMO: '0', VITRINE_OPERATOR_NAME: 'Vitrine Ltda' });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('VITRINE_OPERATOR_DOCUMENT, VITRINE_OPERATOR_ADDRESS');
  expect(lines[0]).not.toContain('VITRINE_OPERATOR_NAME');
  expect(await start({ VITRINE_DEMO: '1' })).toEqual([]);
});
