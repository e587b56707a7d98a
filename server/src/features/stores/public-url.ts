import type { Config } from '../../config.ts';

type Urls = Pick<Config, 'publicUrl' | 'domain'>;

/**
 * Absolute links come from the configuration and never from a request (facts/security.md 3.6). Otherwise a forged Host
 * header would reach mails, redirects and game servers.
 */
export function panelUrl({ publicUrl }: Pick<Urls, 'publicUrl'>, path = '/'): string {
  return path === '/' ? new URL(publicUrl).origin : new URL(path, publicUrl).href;
}

/** Address of a store's page, `http://minha-cidade.vitrine.localhost:3000/checkout`; no slash at the end for the home. */
export function storeUrl({ publicUrl, domain }: Urls, subdomain: string, path = '/'): string {
  const base = new URL(publicUrl);
  base.hostname = `${subdomain}.${domain}`;
  return path === '/' ? base.origin : new URL(path, base.origin).href;
}
