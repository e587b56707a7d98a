import type { Tenant } from '@vitrine/contract/pages';

/** What a path asks for, of which kind of host. Pure. */

/** Paths that nothing is under, in whose stead all others like them are drawn. */
export const NOWHERE = { path: '/nao-encontrado', product: `/products/${'0'.repeat(26)}` };
/** Whatever shows one product. */
const PRODUCT = /^\/(?:products\/([0-9a-z]{26})|share\/product\/([0-9a-z]{26})\.png)$/;
/** Pages that are the same for everybody: documents of the shop, and the panel's and the account's empty frames. */
const STORE_PAGES = /^\/(?:store|checkout|checkout\/error|termos|privacidade|seguranca|products\/[0-9a-z]{26})?$/;
const APEX_PAGES =
  /^\/(?:login|registrar|register|profile|dashboard|categories|categories\/create|products|products\/create|orders|orders\/create|variables|discounts|discounts\/create|members|members\/invite|store\/create|config|subscription|password\/forgot|seguranca)?$/;

/** Whether a tenant's page is the same for everybody. */
export function isPublicPage(tenant: Tenant, path: string): boolean {
  if (tenant.kind === 'unknown') return false;
  return (tenant.kind === 'store' ? STORE_PAGES : APEX_PAGES).test(path);
}

/** Pages of forms that a browser without script sends to themselves. */
export const FORM_PAGES = /^\/(?:login|registrar|register|password\/forgot|password\/reset)$/;
/** A shop's window and its products: what a visit is counted on. */
export const SHOP_WINDOW = /^\/(?:store|products\/[0-9a-z]{26})?$/;

/** The product that a page or a shared picture is of, where the path names one. */
export function productIn(path: string): string | undefined {
  const found = PRODUCT.exec(path);
  return found?.[1] ?? found?.[2];
}

/** What shows one order, or its data, to whoever has its reference. */
const ORDER = /^\/(?:pedido|checkout\/pix)\/([a-z0-9]{20,64})(?:\.data)?$/;

/** The order whose page a path is, where it names one. */
export const orderIn = (path: string): string | undefined => ORDER.exec(path)?.[1];

/** A request's address without its query. */
export function pathOf(url = '/'): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** The origin that a tenant's pages are drawn for: never a header as it came. */
export const originOf = (tenant: Tenant) => (tenant.kind === 'unknown' ? tenant.apexOrigin : tenant.origin);
