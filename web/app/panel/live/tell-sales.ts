import { readChoice } from './own-choice.ts';
import { ring } from './ring.ts';

const COUNTED = /^\(\d+\) /;

/** The title with the number of sales in front of it, or without a number if there are no sales. */
export const countedTitle = (title: string, sales: number): string =>
  `${sales > 0 ? `(${sales}) ` : ''}${title.replace(COUNTED, '')}`;

/** The number of sales that stands in front of a title. */
export const salesIn = (title: string): number => Number.parseInt(COUNTED.exec(title)?.[0].slice(1) ?? '0', 10);

export const salesWords = (sales: number): string => (sales === 1 ? '1 venda nova' : `${sales} vendas novas`);

/**
 * Tells of sales while nobody looks: their number in the title, and what the person chose for this browser. `stop` takes the number
 * away.
 */
export function tellOfSales(person: string, store: string) {
  const unseen = new Set<string>();
  const told = new Set<string>();

  function count(): void {
    document.title = countedTitle(document.title, unseen.size);
  }
  function look(): void {
    if (document.hidden) return;
    unseen.clear();
    count();
  }
  document.addEventListener('visibilitychange', look);

  return {
    /** `speaks`: of the tabs of this browser, this one rings. */
    sold(sales: readonly string[], speaks: boolean): void {
      const news = sales.filter((sale) => !told.has(sale));
      if (news.length === 0) return;
      for (const sale of news) told.add(sale);
      if (document.hidden) {
        for (const sale of news) unseen.add(sale);
        count();
      }
      if (!speaks) return;
      const { sound, notices } = readChoice(person);
      if (sound) ring().catch((error: unknown) => console.error('sound', error));
      if (notices && document.hidden) notice(store, unseen.size);
    },
    stop(): void {
      document.removeEventListener('visibilitychange', look);
      unseen.clear();
      count();
    },
  };
}

/** One notice of a store stands at a time: a new one takes its place. */
function notice(store: string, sales: number): void {
  try {
    const shown = new Notification(salesWords(sales), { tag: `vitrine-${store}`, body: store, icon: '/favicon.ico' });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch (error) {
    // Some phones show notices of service workers only.
    console.error('notice', error);
  }
}
