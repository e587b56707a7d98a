import { limits } from '@vitrine/contract/limits';

/** A subdomain made of a name, `Cidade Alta RP!` -> `cidade-alta-rp`; may be empty or still too short. */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, limits.subdomainMax)
    .replace(/-+$/, '');
}
