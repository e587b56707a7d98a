import { limits } from '@vitrine/contract/limits';
import { plainText } from '@vitrine/contract/text-search';

/** Makes a subdomain from a name: `Cidade Alta RP!` -> `cidade-alta-rp`. It may be empty or too short. */
export function slugOf(name: string): string {
  return plainText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, limits.subdomainMax)
    .replace(/-+$/, '');
}
