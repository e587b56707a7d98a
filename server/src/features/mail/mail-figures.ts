import { Counter } from 'prom-client';

/** How mails of this process ended, by kind: `sent`, `refused`, `later`, `waiting`, or why it was dropped. */
const mails = new Counter({
  name: 'vitrine_mails_total',
  help: 'Mails of this process by kind and what became of them',
  labelNames: ['kind', 'outcome'],
});

/** One mail more that ended so. In a transaction that is tried again it counts again: a figure to watch, not to bill. */
export function countMail(kind: string, outcome: string): void {
  mails.inc({ kind, outcome });
}
