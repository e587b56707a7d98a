import { expect, test } from 'vitest';
import { mergeRows, type Pages, type RowsOf } from './merge-rows.ts';

interface Row {
  id: string;
  text: string;
}
interface Page {
  rows: Row[];
  more: boolean;
}
const rowsOf: RowsOf<Page, Row> = {
  rows: ({ rows }) => rows,
  withRows: (page, rows) => ({ ...page, rows }),
  hasMore: ({ more }) => more,
  id: ({ id }) => id,
  rank: ({ id }) => id,
};
const row = (id: string, text = 'old') => ({ id, text });
const list = (...pages: Page[]): Pages<Page> => ({ pages, pageParams: [] });
const shown = (of: Pages<Page>) =>
  of.pages.map(({ rows }) => rows.map(({ id, text }) => (text === 'old' ? id : `${id} ${text}`)));

const two = list({ rows: [row('9'), row('7')], more: true }, { rows: [row('5'), row('3')], more: true });

test('a row changes at its place, also on a page that came by Carregar mais', () => {
  const now = mergeRows(two, [row('5', 'paid')], ({ id }) => id === '5', rowsOf);
  expect(shown(now)).toEqual([
    ['9', '7'],
    ['5 paid', '3'],
  ]);
});

test('a new row comes on top, a row that now fits comes between, and a row behind the end waits for its page', () => {
  const now = mergeRows(two, [row('2', 'new'), row('95', 'new'), row('6', 'new')], () => false, rowsOf);
  expect(shown(now)).toEqual([
    ['95 new', '9', '7'],
    ['6 new', '5', '3'],
  ]);
});

test('a row that was asked for and did not come no longer fits the filter', () => {
  expect(shown(mergeRows(two, [], ({ id }) => id === '7', rowsOf))).toEqual([['9'], ['5', '3']]);
});

test('a list without a next page takes a row at its end, and an empty list takes its first row', () => {
  const whole = list({ rows: [row('9')], more: false });
  expect(shown(mergeRows(whole, [row('1', 'new')], () => false, rowsOf))).toEqual([['9', '1 new']]);
  const empty = list({ rows: [], more: false });
  expect(shown(mergeRows(empty, [row('1', 'new'), row('2', 'new')], () => false, rowsOf))).toEqual([
    ['2 new', '1 new'],
  ]);
});
