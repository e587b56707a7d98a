import { limits } from '@vitrine/contract/limits';
import { orderPaymentMethods } from '@vitrine/contract/orders';
import { ownPagePath } from '@vitrine/contract/own-page-address';
import type { StorefrontStore } from '@vitrine/contract/pages';
import { searchGroups } from '@vitrine/contract/search-words';
import { StoreSettings } from '@vitrine/contract/stores';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import { storeOpen, storeOpensAt } from '../../http/store.ts';
import { storeUrl } from './public-url.ts';

/** The store of a subdomain, only with the fields that its public pages show; undefined if there is none. */
export async function storefrontStore(db: Db, config: Config, subdomain: string): Promise<StorefrontStore | undefined> {
  const row = await db
    .selectFrom('store')
    .leftJoin('store_credential', 'store_credential.store_id', 'store.id')
    .where('store.subdomain', '=', subdomain)
    .where('store.deleted_at', 'is', null)
    .select((eb) => [
      'store.id',
      'store.name',
      'store.subdomain',
      'store.description',
      'store.logo',
      'store.banner',
      'store.primary_color',
      'store.secondary_color',
      storeOpen.as('open'),
      storeOpensAt.as('opens_at'),
      'store.legal',
      'store.settings',
      'store_credential.collector_id',
      'store_credential.problem',
      eb
        .exists(
          eb
            .selectFrom('product')
            .whereRef('product.store_id', '=', 'store.id')
            .where(sql<boolean>`on_sale(product)`)
            .select(sql<number>`1`.as('one')),
        )
        .as('sells'),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const { legal } = row;
  const open = row.open && Boolean(row.sells);
  const { density, look, links, searchWords } = StoreSettings.parse(row.settings);
  return {
    id: row.id,
    name: row.name,
    subdomain: row.subdomain,
    url: storeUrl(config, row.subdomain),
    description: row.description,
    logo: row.logo,
    banner: row.banner,
    primaryColor: row.primary_color,
    secondaryColor: row.secondary_color,
    density,
    look,
    open,
    opensAt: row.opens_at?.toISOString() ?? null,
    notices: Boolean(config.mail.smtpUrl),
    legal: {
      name: legal.name ?? '',
      document: legal.document ?? '',
      address: legal.address ?? '',
      contact: legal.contact ?? '',
      hasTerms: Boolean(legal.terms),
      hasPrivacy: Boolean(legal.privacy),
    },
    links,
    searchWords: searchGroups(searchWords),
    pages: open ? await ownPages(db, row.id) : [],
    server: await gameServerState(db, row.id),
    paymentMethods: row.collector_id && !row.problem ? [...orderPaymentMethods] : [],
  };
}

/** The owner's pages that shoppers see, in the order of the menu. */
export async function ownPages(db: Db, store: string): Promise<StorefrontStore['pages']> {
  const rows = await db
    .selectFrom('shop_page')
    .where('store_id', '=', store)
    .where('published', 'is not', null)
    .select(['title', 'slug', 'in_menu'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ title, slug, in_menu }) => ({ title, path: ownPagePath(slug), inMenu: in_menu }));
}

/** The state of the most recently seen game server; null for a store that never connected one. */
async function gameServerState(db: Db, store: string): Promise<StorefrontStore['server']> {
  const row = await db
    .selectFrom('game_server')
    .where('store_id', '=', store)
    .select([
      'players',
      'game',
      sql<boolean>`last_seen_at > now() - make_interval(secs => ${limits.gameOfflineSeconds})`.as('online'),
    ])
    .orderBy('last_seen_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { online: row.online, players: row.online ? row.players : null, city: row.game === 'fivem' } : null;
}

/** The store's terms or privacy text, or null. */
export async function legalTextOf(db: Db, store: string, kind: 'terms' | 'privacy'): Promise<string | null> {
  const row = await db.selectFrom('store').where('id', '=', store).select('legal').executeTakeFirst();
  return row?.legal[kind] || null;
}
