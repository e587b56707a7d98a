import type { Tenant } from '@vitrine/contract/pages';

/** Pure: what a path stands for, by kind of host. */

/** Paths without a page. They are drawn instead of every other path like them. */
export const MISSING = { path: '/nao-encontrado', product: `/products/${'0'.repeat(26)}` };
/** Every path that shows one product. An id of any form counts, because an invented one must cost nothing. */
const PRODUCT = /^\/(?:products\/([^/]+)|share\/product\/([^/]+)\.png)\/?$/i;
/** Pages that are the same for everybody: documents of the shop, and the empty frames of panel and account. */
const STORE_PAGES = /^\/(?:store|checkout|checkout\/error|termos|privacidade|seguranca|products\/[0-9a-z]{26})?$/;
const APEX_PAGES =
  /^\/(?:login|registrar|register|profile|dashboard|categories|categories\/create|products|products\/create|orders|orders\/create|variables|discounts|discounts\/create|members|members\/invite|store\/create|config|subscription|password\/forgot|seguranca)?$/;

/** Whether this page of a tenant is the same for everybody. */
export function isPublicPage(tenant: Tenant, path: string): boolean {
  if (tenant.kind === 'unknown') return false;
  return (tenant.kind === 'store' ? STORE_PAGES : APEX_PAGES).test(path);
}

/** Pages whose forms a browser without script sends to the page itself. */
export const FORM_PAGES = /^\/(?:login|registrar|register|password\/forgot|password\/reset)$/;
/** A shop's window and product pages: a visit is counted on these. */
export const SHOP_WINDOW = /^\/(?:store|products\/[0-9a-z]{26})?$/;

/** The product of a page or of a shared picture, if the path names one. */
export function productIn(path: string): string | undefined {
  const found = PRODUCT.exec(path);
  return found?.[1] ?? found?.[2];
}

/** Paths that show one order, or its data, to whoever has its reference. */
const ORDER = /^\/(?:pedido|checkout\/pix)\/([a-z0-9]{20,64})(?:\.data)?$/;

/** The order of a page, if the path names one. */
export const orderIn = (path: string): string | undefined => ORDER.exec(path)?.[1];

/** A request's address without its query. */
export function pathOf(url = '/'): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** The origin of a tenant's pages. It never comes from a header. */
export const originOf = (tenant: Tenant) => (tenant.kind === 'unknown' ? tenant.apexOrigin : tenant.origin);
