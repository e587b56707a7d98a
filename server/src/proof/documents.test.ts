import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallName, calls } from '@vitrine/contract/calls/table';
import { deliveryStates, orderStatuses, paymentStatuses } from '@vitrine/contract/order-words';
import { frames } from '@vitrine/contract/screens/table';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sealedColumns } from '../db/reseal.ts';
import { mayMove } from '../features/deliveries/delivery.ts';
import { mailKinds } from '../features/mail/kinds/mail-kinds.ts';
import { mayMoveOrder } from '../features/orders/order.ts';
import { mayMovePayment } from '../features/payments/payment.ts';
import { sweeps } from '../sweeps.ts';
import { tasks } from '../tasks.ts';
import { createTestDatabase } from '../test/database.ts';
import { appWithRoutes, type KnownRoute } from './routes.ts';

/** The words of a new row, until a person writes them. */
const MISSING = 'TO WRITE';
const unwritten = (text: string) => text.split('\n').filter((line) => line.endsWith(`| ${MISSING} |`));

/**
 * Compares the tables of these documents with the code. After a change of the code,
 * `vitest run --project server <this file> -u` writes the rows; you then write the words of a new row. The order
 * matters: `-u <this file>` would take the file as a value of `-u` and run every test.
 */
const page = (name: string) => join(import.meta.dirname, '../../../docs', name);

/** The sections of docs/api.md with their addresses; the first match counts. A new family of addresses needs its place here. */
const rooms: [string, RegExp][] = [
  ['Login and passwords', /^\/v1\/(login|logout|password)/],
  ["One's own account", /^\/v1\/(account|profile|email)/],
  ['Stores', /^\/v1\/(store|dashboard|figures|live|audit|search|security|undo|window|pages)/],
  ['Members', /^\/v1\/(members|invitations|roles)/],
  ['Catalogue', /^\/(v1\/(categories|products|image)|images)/],
  ['Variables and discounts', /^\/v1\/(variables|discounts)/],
  [
    'Orders and payments',
    /^\/(v1\/(order|approvals|buyers|files|pix|city|rehearsals)|webhooks\/mercadopago\/:storeId)/,
  ],
  ["The customer's area", /^\/v1\/customer/],
  ['Deliveries, Discord and game servers', /^\/(v1\/(alerts|deliveries|discord|game|notices|servers)|discord)/],
  ['Plans and subscription', /^\/(v1\/(plan|subscription)|webhooks\/mercadopago\/plan)/],
  ['The product itself', /^\/(v1\/(config|mail|openapi\.json|reports)|healthz|readyz|\.well-known)/],
];
const roomOf = (url: string) => rooms.find(([, pattern]) => pattern.test(url))?.[0];

/** The last cells of all table rows of this width, by their first cells: the words that a person wrote. */
function wordsIn(text: string, width: number): Map<string, string> {
  const rows = text.split('\n').map((line) => line.slice(2, -2).split(' | '));
  return new Map(rows.filter(({ length }) => length === width).map((cells) => [cells[0] ?? '', cells.at(-1) ?? '']));
}

/** The text with new rows in the first table below a heading. */
function withTable(text: string, heading: string, rows: string[][]): string {
  const start = text.indexOf(`${heading}\n`);
  const from = text.indexOf('\n|---', start) + 1;
  const first = text.indexOf('\n', from) + 1;
  const end = /\n(?!\|)|$/.exec(text.slice(first))?.index ?? 0;
  expect([start, from]).not.toContain(-1);
  return `${text.slice(0, first)}${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}${text.slice(first + end)}`;
}

test('docs/api.md lists each call in its section, with its callers', async () => {
  const { app, routes } = await appWithRoutes();
  await app.close();
  const text = readFileSync(page('api.md'), 'utf8');
  const known = wordsIn(text, 3);
  const saysOf = ({ name }: KnownRoute) => calls[name.replace(' /v1', ' ') as CallName]?.says;
  const row = (route: KnownRoute) => {
    const name = route.name.replace(/:(\w+)/g, '{$1}');
    const access = [route.access ?? 'public', ...(route.alsoMay ?? [])].join(' or ');
    const who = `${access}${route.stepUp ? ', step-up' : ''}`;
    return [name, who, saysOf(route) ?? known.get(name) ?? MISSING];
  };
  const placeless = routes.filter(({ url }) => roomOf(url) === undefined).map(({ name }) => name);
  expect(placeless, 'addresses without a section: `rooms` of documents.test.ts').toEqual([]);
  const sorted = routes.toSorted((a, b) => a.url.localeCompare(b.url) || a.method.localeCompare(b.method));
  const made = rooms.reduce(
    (document, [room]) => withTable(document, `### ${room}`, sorted.filter(({ url }) => roomOf(url) === room).map(row)),
    text,
  );
  await expect(made, 'written by: vitest run --project server <this file> -u').toMatchFileSnapshot(page('api.md'));
  expect(unwritten(made)).toEqual([]);
});

test('docs/screens.md lists each screen, with whoever may open it and the hosts that keep it', async () => {
  const text = readFileSync(page('screens.md'), 'utf8');
  const rows = frames.flatMap(({ screens }) =>
    Object.entries(screens).map(([path, { access, kept, file }]) => [
      `\`${path}\``,
      access,
      kept?.join(', ') ?? 'never',
      `\`${file}\``,
    ]),
  );
  const made = withTable(text, '| screen | who | kept on | file |', rows);
  await expect(made, 'written by: vitest run --project server <this file> -u').toMatchFileSnapshot(page('screens.md'));
});

test('docs/api.md says how often one address may call', async () => {
  const code = readFileSync(join(import.meta.dirname, '../http/rate-limit.ts'), 'utf8');
  const text = readFileSync(page('api.md'), 'utf8');
  const known = wordsIn(text, 3);
  const rows = [...code.matchAll(/^ {2}(\w+): \{ max: ([\d_]+), seconds: (\d+) \},$/gm)]
    .map(([, name, max, seconds]) => [`\`${name}\``, `${max} in ${Number(seconds) / 60} min`])
    .sort(([a = ''], [b = '']) => a.localeCompare(b))
    .map(([name = '', often = '']) => [name, often, known.get(name) ?? MISSING]);
  expect(rows.length).toBeGreaterThan(5);
  const made = withTable(text, '| limit | calls | of what |', rows);
  await expect(made, 'written by: vitest run --project server <this file> -u').toMatchFileSnapshot(page('api.md'));
  expect(unwritten(made)).toEqual([]);
});

test('docs/architecture.md lists each job, and each sweep with its pause', async () => {
  const text = readFileSync(page('architecture.md'), 'utf8');
  const pause = (seconds: number | undefined) => {
    if (seconds === undefined) return '`VITRINE_SWEEP_SECONDS`';
    if (seconds >= 3600) return `${seconds / 3600} h`;
    return seconds > 60 ? `${seconds / 60} min` : `${seconds} s`;
  };
  const [ofJobs, ofSweeps] = [wordsIn(text, 2), wordsIn(text, 3)];
  const jobs = Object.keys(tasks)
    .map((name) => `\`${name}\``)
    .sort()
    .map((name) => [name, ofJobs.get(name) ?? MISSING]);
  const looks = sweeps
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, every }) => ({ name: `\`${name}\``, every }))
    .map(({ name, every }) => [name, pause(every), ofSweeps.get(name) ?? MISSING]);
  const made = withTable(withTable(text, '| job | what |', jobs), '| sweep | every | what it looks for |', looks);
  await expect(made, 'written by: vitest run --project server <this file> -u').toMatchFileSnapshot(
    page('architecture.md'),
  );
  expect(unwritten(made)).toEqual([]);
});

/** The moves in the diagram below a text, as `from to`. A box of states stands for each of them. */
function drawnMoves(text: string, above: string): string[] {
  const from = text.indexOf('```mermaid', text.indexOf(above));
  const diagram = text.slice(from, text.indexOf('\n```\n', from));
  const [, box = '', inside = ''] = /state (\w+) \{([^}]*)\}/.exec(diagram) ?? [];
  const each = (state: string) => (state === box ? inside.trim().split(/\s+/) : [state]);
  return [...diagram.matchAll(/^ {2}(\w+) --> (\w+)/gm)]
    .flatMap(([, one = '', other = '']) => each(one).flatMap((a) => each(other).map((b) => `${a} ${b}`)))
    .sort();
}

test('the diagrams of docs/architecture.md draw exactly the moves that the tables of states allow', () => {
  const text = readFileSync(page('architecture.md'), 'utf8');
  const moves = <State extends string>(states: readonly State[], may: (from: State, to: State) => boolean) =>
    states.flatMap((from) => states.filter((to) => may(from, to)).map((to) => `${from} ${to}`)).sort();
  // The sentence below the diagram names these.
  const told = ['created', 'pending', 'in_process'].flatMap((from) => [`${from} refunded`, `${from} charged_back`]);
  expect(drawnMoves(text, 'An order (')).toEqual(moves(orderStatuses, mayMoveOrder));
  expect(drawnMoves(text, 'A payment (').concat(told).sort()).toEqual(moves(paymentStatuses, mayMovePayment));
  expect(drawnMoves(text, 'A delivery (')).toEqual(moves(deliveryStates, mayMove));
});

test('docs/security.md says for each kind of mail who can cause it', () => {
  const text = readFileSync(page('security.md'), 'utf8');
  const table = text.slice(text.indexOf('## Who can make us write a mail'), text.indexOf('## Reading a fault'));
  const named = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    cell.replaceAll('`', '').split(', '),
  );
  expect(named.sort()).toEqual(Object.keys(mailKinds).sort());
});

test('docs/operations.md says how to let go of each sealed value when the secret is lost', () => {
  const text = readFileSync(page('operations.md'), 'utf8');
  const [, block = ''] = /\*\*A lost secret\*\*[\s\S]*?```sql\n([\s\S]*?)```/.exec(text) ?? [];
  for (const { table } of sealedColumns) expect(block).toMatch(new RegExp(`(update|delete from) ${table}\\b`));
});

test('each SQL statement that the documents give an operator fits the database', async () => {
  const text = ['operations.md', 'asvs.md'].map((name) => readFileSync(page(name), 'utf8')).join('\n');
  const blocks = [...text.matchAll(/```sql\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.replace(/^--.*$/gm, '').split(';'),
  );
  const inline = [...text.matchAll(/`((?:select|update|delete) [^`]+?);?`/g)].map(([, statement = '']) => statement);
  const statements = [...blocks, ...inline]
    .map((statement) => statement.trim().replace('…', "''"))
    .filter((statement) => statement && !/^(begin|commit)$/.test(statement));
  expect(statements.length).toBeGreaterThan(12);
  const { db, close } = await createTestDatabase();
  try {
    for (const statement of statements) await sql.raw(`explain ${statement}`).execute(db);
  } finally {
    await close();
  }
});
