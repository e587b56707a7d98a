import type { Config } from '../../../config.ts';

const LOOPBACK = /^(localhost|([a-z0-9-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

function isLoopback(address: string): boolean {
  return LOOPBACK.test(new URL(address).hostname);
}

/**
 * Whether the provider could open an address of ours: a public https address, or any address of this machine while the
 * provider is the stand-in on it. The real service refuses or drops other addresses (facts/mercado-pago.md, 1.7).
 */
export function isReachable(config: Pick<Config, 'mercadoPago'>, address: string): boolean {
  if (isLoopback(config.mercadoPago.apiUrl)) return isLoopback(address) || address.startsWith('https:');
  return address.startsWith('https:') && !isLoopback(address);
}

/**
 * Where notices of a store's payments arrive, or undefined where the provider cannot reach us. At most 248 characters.
 */
export function noticeUrl(
  config: Pick<Config, 'mercadoPago' | 'publicUrl'>,
  storeId: string,
  key: string,
): string | undefined {
  const address = `${config.publicUrl}/webhooks/mercadopago/${storeId}/${key}?source_news=webhooks`;
  return isReachable(config, address) && address.length <= 248 ? address : undefined;
}
