/** What answers hold, read without trust: what has another form counts as absent. */

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const ids = (value: unknown): string[] => list(value).filter((one): one is string => typeof one === 'string');
export const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
export const integer = (value: unknown, other: number): number =>
  Number.isSafeInteger(value) ? (value as number) : other;
