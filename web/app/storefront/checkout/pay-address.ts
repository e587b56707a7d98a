/** The address, if a browser may open it: web addresses only. A relative address belongs to the store's host. */
export function payAddress(address: unknown, base: string): string | undefined {
  if (typeof address !== 'string' || address === '') return undefined;
  try {
    const url = new URL(address, base);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}
