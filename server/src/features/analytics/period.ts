/** Change against an earlier figure in whole per cent; null if the earlier figure is 0 ('—' on the screen). */
export function change(now: number, before: number): number | null {
  if (before === 0) return null;
  return Math.round(((now - before) / before) * 100);
}
