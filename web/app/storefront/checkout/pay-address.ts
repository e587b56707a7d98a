/** Where a browser may be sent: web addresses only. Relative ones are the store's own. */
export function payAddress(address: unknown, base: string): string | undefined {
  if (typeof address !== 'string' || address === '') return undefined;
  try {
    const url = new URL(address, base);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}
