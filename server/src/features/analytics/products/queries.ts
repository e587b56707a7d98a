import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { limitOf, type StoreClock, seamOf, writtenIn } from '../days/queries.ts';
import { type Figure, productBackFacts, productFacts } from '../facts/queries.ts';
import { monthStart, type Span, startOf, type YearSoFar, yearsOf } from '../period.ts';

/** What products were sold for: figures with thousands of keys, which no reader takes whole. */

export interface SoldProduct {
  id: string;
  /** '' if the product's row is gone. */
  name: string;
  units: number;
  centavos: number;
  /** Units that went back in the span. */
  returned: number;
}

type OfProducts = Extract<Figure, 'product' | 'product_back'>;
const since: Record<OfProducts, typeof productFacts> = { product: productFacts, product_back: productBackFacts };

/** A span touches three years at most. A fourth sum takes off what came before the span in its first year. */
const SUMS_OF_YEARS = 4;
const NO_YEAR: YearSoFar = { until: '2000-01-01', sign: 1 };

/**
 * In SQL, rows of this figure in a span: from sums of years so far, from written thirds and days beside them, and from what came
 * since. A product may come several times, and with amounts below zero. Spans of any length are one statement (`writtenIn`).
 */
function factsIn(store: StoreId, clock: StoreClock, span: Span, figure: OfProducts): RawBuilder<unknown> {
  const seam = seamOf(span, clock);
  const { years, rest } = yearsOf(span.from, seam);
  const padded = [...years, ...Array.from({ length: Math.max(0, SUMS_OF_YEARS - years.length) }, () => NO_YEAR)];
  const ofYears = padded.map(
    ({ until, sign }) => sql`
    select figure, '' as day, key, ${sign}::int * count, ${sign}::int * centavos from figure_year
     where store_id = ${store} and figure = ${figure} and third = (
       select max(third) from figure_year
        where store_id = ${store} and figure = ${figure} and third < ${until}::date
          and third >= date_trunc('year', ${until}::date - 1)::date)`,
  );
  const live = since[figure]({ store, zone: clock.zone, from: startOf(seam), until: span.until });
  return sql.join(
    [
      ...ofYears,
      ...writtenIn(store, rest, ['third', 'day'], [figure]),
      sql`select figure, '', key, count, centavos from (${live}) since`,
    ],
    sql` union all `,
  );
}

/** The `atMost` products that brought most money in a span, with how many units of each went back. */
export async function readProducts(
  db: Db | Tx,
  store: StoreId,
  clock: StoreClock,
  span: Span,
  atMost: number,
): Promise<SoldProduct[]> {
  const facts = (figure: OfProducts) => factsIn(store, clock, span, figure);
  const { rows } = await sql<SoldProduct>`
    with top as materialized (
      select key, sum(count)::int as units, sum(centavos)::float8 as centavos from (${facts('product')}) f (figure, day, key, count, centavos)
       group by key having sum(count) <> 0 order by sum(centavos) desc, sum(count) desc, key ${limitOf(atMost)}
    )
    select key as id, coalesce(p.name, '') as name, top.units, centavos, coalesce(b.units, 0) as returned
      from top
      left join product p on p.store_id = ${store} and p.id = key
      left join (select key, sum(count)::int as units from (${facts('product_back')}) f (figure, day, key, count, centavos)
                  where key = any(array(select key from top)) group by key) b using (key)
     order by centavos desc, top.units desc, key`.execute(db);
  return rows;
}

/** What units of these products were sold for, less those that went back. Centavos by product. */
export async function soldFor(db: Db | Tx, store: StoreId, clock: StoreClock, products: string[]) {
  const seam = clock.written || '2000-01-01';
  const month = monthStart(seam);
  const live = { store, zone: clock.zone, from: startOf(seam), until: `${clock.today}T${clock.time}` };
  const { rows } = await sql<{ product: string; centavos: number }>`
    select key as product, sum(case figure when 'product' then centavos else -centavos end)::float8 as centavos
      from (select figure, key, centavos from figure_month
             where store_id = ${store} and figure in ('product', 'product_back') and month < ${month}::date
               and key = any(${products}::text[])
            union all
            select figure, key, centavos from figure_day
             where store_id = ${store} and figure in ('product', 'product_back') and day >= ${month}::date and day < ${seam}::date
               and key = any(${products}::text[])
            union all
            select figure, key, centavos from (${productFacts(live)}) sold
            union all
            select figure, key, centavos from (${productBackFacts(live)}) back) f
     where key = any(${products}::text[]) group by 1`.execute(db);
  return new Map(rows.map(({ product, centavos }) => [product, centavos]));
}
