import { Counter } from 'prom-client';

/** How mails of this process ended, by kind: `sent`, `refused`, `later`, `waiting`, or why it was dropped. */
const mails = new Counter({
  name: 'vitrine_mails_total',
  help: 'Mails of this process by kind and what became of them',
  labelNames: ['kind', 'outcome'],
});

/** Counts one mail with this outcome. A transaction that runs again counts again, so the figure is only for watching. */
export function countMail(kind: string, outcome: string): void {
  mails.inc({ kind, outcome });
}
