/** The value below which `share` (0 to 1) of the values lie; NaN without any. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN;
}

/**
 * How well a value separates two groups: the chance that one of `a` is greater than one of `b`, with ties as a half,
 * folded to 0.5 (not at all) to 1 (always).
 */
export function separation(a: readonly number[], b: readonly number[]): number {
  let greater = 0;
  for (const one of a) for (const other of b) greater += one > other ? 1 : one === other ? 0.5 : 0;
  const share = greater / (a.length * b.length);
  return Math.max(share, 1 - share);
}

/** The slope of a line through points of (minute, value), per minute; 0 with fewer than two. */
export function slope(points: readonly (readonly [minute: number, value: number])[]): number {
  if (points.length < 2) return 0;
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const across = points.reduce((sum, [minute, value]) => sum + (minute - x) * (value - y), 0);
  const along = points.reduce((sum, [minute]) => sum + (minute - x) ** 2, 0);
  return along === 0 ? 0 : across / along;
}
