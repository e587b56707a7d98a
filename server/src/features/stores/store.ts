import { mayDo } from '@vitrine/contract/permissions';
import type { Store } from '@vitrine/contract/store-answers';
import { type LegalData, type Role, StoreSettings } from '@vitrine/contract/stores';
import type { StoreRow } from './queries.ts';

/** What is read of a store besides its row. */
export interface StoreView {
  row: StoreRow;
  role: Role;
  url: string;
  /** Opened identification token, or null where there is none. */
  apiToken: string | null;
}

const emptyLegal: LegalData = { name: '', document: '', address: '', contact: '', terms: '', privacy: '' };

/** A store as one of its people sees it: secrets only for roles that connect things, the payment token as a mask. */
export function storeOnWire({ row, role, url, apiToken }: StoreView): Store {
  const connects = mayDo(role, 'store.connect');
  return {
    id: row.id,
    name: row.name,
    nameStore: row.name,
    nameDomain: row.subdomain,
    subdomain: row.subdomain,
    primaryColor: row.primary_color,
    secondaryColor: row.secondary_color,
    logo: row.logo,
    banner: row.banner,
    description: row.description,
    status: row.status,
    role,
    url,
    apiToken: connects ? apiToken : null,
    mercadoPago: {
      accessToken: connects ? (row.token_mask ?? '') : '',
      connected: row.token_mask !== null,
      account: connects ? row.nickname : null,
      test: row.test_user ?? false,
      problem: row.problem,
    },
    legal: { ...emptyLegal, ...row.legal },
    settings: StoreSettings.parse(row.settings),
    createdAt: row.created_at.toISOString(),
  };
}

/** The key inside an address that an upload answered, or undefined for any other text. */
export function uploadedImageKey(address: string): string | undefined {
  return /^\/images\/([0-9a-z]{20,40})\/\d{2,4}\.webp$/.exec(address)?.[1];
}

const MASK = '•';

/** What the form gets of a payment token: its last four characters. */
export function maskToken(token: string): string {
  return MASK.repeat(4) + token.slice(-4);
}

/** Whether the form sends back what it was given, or nothing: the token stays. */
export function keepsToken(token: string): boolean {
  return token === '' || token.includes(MASK) || /^\*+/.test(token);
}
