import { mayDo } from '@vitrine/contract/permissions';
import type { Store } from '@vitrine/contract/store-answers';
import { type LegalData, type Role, StoreSettings } from '@vitrine/contract/stores';
import type { StoreRow } from './queries.ts';

/** A store's row, and what else is needed to show it to a member. */
export interface StoreView {
  row: StoreRow;
  role: Role;
  /** Until when the member may enter without a second factor. */
  factorDue?: Date | null;
  url: string;
  /** The identification token in plain text; null if the caller may not see it, or there is none. */
  apiToken: string | null;
}

const emptyLegal: LegalData = { name: '', document: '', address: '', contact: '', terms: '', privacy: '' };

/** A store as a member sees it. Only roles with `store.connect` see secrets, and the payment token is always masked. */
export function storeOnWire({ row, role, factorDue, url, apiToken }: StoreView): Store {
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
    opensAt: row.opens_at?.toISOString() ?? null,
    status: row.status,
    role,
    factorDue: factorDue?.toISOString() ?? null,
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
    version: row.settings_version,
  };
}

/** The image's key in an address that an upload answered; undefined for any other text. */
export function uploadedImageKey(address: string): string | undefined {
  return /^\/images\/([0-9a-z]{20,40})\/\d{2,4}\.webp$/.exec(address)?.[1];
}

const MASK = '•';

/** What the panel shows of a payment token: its last four characters. */
export function maskToken(token: string): string {
  return MASK.repeat(4) + token.slice(-4);
}

/** Whether the form sent the mask back or left the field empty; then the stored token stays. */
export function keepsToken(token: string): boolean {
  return token === '' || token.includes(MASK) || /^\*+/.test(token);
}
