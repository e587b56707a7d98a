/** A list as it stands on a screen: pages as they were loaded, the newest row first. */
export interface Pages<Page> {
  pages: Page[];
  pageParams: unknown[];
}

/** How to find the rows of a page. */
export interface RowsOf<Page, Row> {
  rows(page: Page): readonly Row[];
  withRows(page: Page, rows: Row[]): Page;
  hasMore(page: Page): boolean;
  id(row: Row): string;
  /** Sorts rows as the list does: the greater text comes first. */
  rank(row: Row): string;
}

/**
 * Puts the rows that were read again (`fresh`) into a list. Rows that it shows change at their place, and new rows come in at their
 * place. `mayBe` says whether a shown row was asked for: a row that was asked for and is not in the answer leaves the list. New rows
 * behind the end of the list stay away, because the next page brings them.
 */
export function mergeRows<Page, Row>(
  list: Pages<Page>,
  fresh: readonly Row[],
  mayBe: (row: Row) => boolean,
  of: RowsOf<Page, Row>,
): Pages<Page> {
  const news = new Map(fresh.map((row) => [of.id(row), row]));
  const kept = list.pages.map((page) =>
    of.rows(page).flatMap((row) => {
      const now = news.get(of.id(row));
      if (!now) return mayBe(row) ? [] : [row];
      news.delete(of.id(row));
      return [now];
    }),
  );
  const lastPage = list.pages.at(-1);
  const end = lastPage && of.hasMore(lastPage) ? kept.flat().at(-1) : undefined;
  for (const row of [...news.values()].sort((a, b) => (of.rank(a) < of.rank(b) ? -1 : 1))) {
    if (end && of.rank(row) < of.rank(end)) continue;
    const at = kept.findIndex((rows) => rows.some((other) => of.rank(other) < of.rank(row)));
    const rows = kept[at < 0 ? kept.length - 1 : at];
    const place = rows?.findIndex((other) => of.rank(other) < of.rank(row)) ?? -1;
    rows?.splice(place < 0 ? rows.length : place, 0, row);
  }
  return { ...list, pages: list.pages.map((page, index) => of.withRows(page, kept[index] ?? [])) };
}
