import { ownPagePath, PAGE_SLUG } from '@vitrine/contract/own-page-address';
import type { Tenant } from '@vitrine/contract/pages';
import { finderOf } from '@vitrine/contract/screens/screen';
import { screens } from '@vitrine/contract/screens/table';

/** Pure: what a path stands for, by the table of screens. */

/** Paths that lead nowhere. They are drawn instead of every other path like them: on a store's host, inside its shop. */
export const MISSING = { path: '/nao-encontrado', product: `/products/${'0'.repeat(26)}` };

/** Only real ids and references may become a key of the cache or a question to the database. */
const ID = /^[0-9a-z]{26}$/;
const REFERENCE = /^[a-z0-9]{20,64}$/;
/** The data of a page, as the page's script asks for it. */
const DATA = /(?:^\/_root|\/_)?\.data$/;
const SHARED = { before: '/share/product/', after: '.png' };

/** Whether a text from an address can be an id. PostgreSQL takes no text with a zero byte, so nobody asks it about other texts. */
export const isId = (text: string): boolean => ID.test(text);

const find = finderOf(screens);
const lowered = finderOf(
  Object.fromEntries(Object.entries(screens).map(([pattern]) => [pattern.toLowerCase(), pattern])),
);

/** The part of a path that stands where its pattern has this parameter, as the sender wrote it. */
function partAt(pattern: string, path: string, name: string): string | undefined {
  const at = pattern.split('/').indexOf(`:${name}`);
  return at === -1 ? undefined : path.split('/')[at];
}

/** The pattern that React Router draws for a path. It reads no difference in capitals and one slash at the end. */
const patternOf = (path: string) => lowered((path.replace(/\/$/, '') || '/').toLowerCase())?.screen;

/** Whether some screen draws this path, or answers it with its data. */
export const isRouted = (path: string): boolean => patternOf(path.replace(DATA, '') || '/') !== undefined;

/** Whether this page of a tenant is the same for everybody. */
export function isPublicPage(tenant: Tenant, path: string): boolean {
  const found = find(path);
  if (tenant.kind === 'unknown' || !found?.screen.kept?.includes(tenant.kind)) return false;
  if (path === found.pattern) return true;
  const id = partAt(found.pattern, path, 'idProduct') ?? partAt(found.pattern, path, 'idCategory');
  const slug = partAt(found.pattern, path, 'ownPage');
  return ID.test(id ?? '') || PAGE_SLUG.test(slug ?? '');
}

/** Whether a browser without script may send the page's form to the page itself. */
export const isFormPage = (path: string): boolean => find(path)?.screen.form === true;
/** Whether it is a shop's window or a product's page: a visit is counted there. */
export const isShopWindow = (path: string): boolean => find(path)?.screen.window === true;

/**
 * The product of a page or of a shared picture, if the path names one. An id of any form counts, because an invented
 * one must cost nothing.
 */
export function productIn(path: string): string | undefined {
  if (path.startsWith(SHARED.before) && path.endsWith(SHARED.after)) {
    return path.slice(SHARED.before.length, -SHARED.after.length);
  }
  return partAt(patternOf(path) ?? '', path, 'idProduct');
}

/** The category of a page, if the path names one, whatever its form. */
export const categoryIn = (path: string): string | undefined => partAt(patternOf(path) ?? '', path, 'idCategory');

/** The path of a page that an owner made, whatever its form; undefined for every other path. */
export function ownPageIn(path: string): string | undefined {
  const slug = partAt(patternOf(path) ?? '', path, 'ownPage');
  return slug === undefined ? undefined : ownPagePath(slug);
}

/** The order of a page, if the path names one: the page, or its data, that is shown to whoever has the reference. */
export function orderIn(path: string): string | undefined {
  const page = path.replace(DATA, '');
  const reference = partAt(patternOf(page) ?? '', page, 'externalReference');
  return reference && REFERENCE.test(reference) ? reference : undefined;
}

/** Addresses of the panel and of the account, without what follows their first part, for `robots.txt`. */
export const closedPlaces: readonly string[] = [
  ...new Set(
    Object.entries(screens)
      .filter(([, { access }]) => access !== 'public' && access !== 'customer')
      .map(([pattern]) => `/${pattern.split('/')[1]}`),
  ),
];

/** A request's address without its query. */
export function pathOf(url = '/'): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** The origin of a tenant's pages. It never comes from a header. */
export const originOf = (tenant: Tenant) => (tenant.kind === 'unknown' ? tenant.apexOrigin : tenant.origin);
