import type { Generated } from './columns.ts';

export interface OrderCountTable {
  store_id: string;
  completed: Generated<number>;
  cancelled: Generated<number>;
}

export interface SalesDayTable {
  store_id: string;
  day: string;
  orders: Generated<number>;
  centavos: Generated<number>;
}

export interface StoreVisitTable {
  store_id: string;
  day: string;
  visits: Generated<number>;
  /** 24 numbers. */
  hours: number[] | null;
}

export interface FigureDayTable {
  store_id: string;
  figure: string;
  day: string;
  key: string;
  count: number;
  centavos: number;
}

export interface FigureMonthTable {
  store_id: string;
  figure: string;
  /** Its first day. */
  month: string;
  key: string;
  count: number;
  centavos: number;
}

export interface FigureSpanTable {
  store_id: string;
  figure: string;
  size: 'third' | 'quarter';
  /** Its first day. */
  start: string;
  key: string;
  count: number;
  centavos: number;
}

export interface FigureYearTable {
  store_id: string;
  figure: string;
  /** Its first day. The sums are those of its year up to its end. */
  third: string;
  key: string;
  count: number;
  centavos: number;
}

export interface FigureMarkTable {
  store_id: string;
  until: string;
}
