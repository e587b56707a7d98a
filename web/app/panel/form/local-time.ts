/** An instant as a field for date and time shows it, by the clock of this device; and back. */
export function toLocal(until: string | null): string {
  if (until === null) return '';
  const date = new Date(until);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function fromLocal(text: string): string | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
