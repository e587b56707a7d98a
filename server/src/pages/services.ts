import type { PageServices } from '@vitrine/contract/pages';
import type { Deps } from '../deps.ts';
import { isConfigured } from '../features/accounts/sign-in/oauth.ts';
import { medianDelivery } from '../features/analytics/delivery-pace.ts';
import {
  storefrontCategories,
  storefrontCategory,
  storefrontPageIds,
  storefrontProduct,
} from '../features/catalog/read-storefront.ts';
import { readOwnData } from '../features/customers/erase-purchases.ts';
import { readPurchases } from '../features/customers/read-purchases.ts';
import { peekSignInLink } from '../features/customers/sign-in-mail.ts';
import { linesOfOrder, publicOrder } from '../features/orders/read-public-order.ts';
import { readSharedPix } from '../features/orders/share/read-shared-pix.ts';
import { isPress, noteOpened } from '../features/payments/open-payment.ts';
import { readPlans } from '../features/plans/read-plans.ts';
import { legalTextOf } from '../features/stores/read-storefront-store.ts';
import { questionsOf } from '../features/variables/read-variables.ts';
import { awaitedThing } from '../features/waiting/awaited.ts';
import { waitingLink } from '../features/waiting/waiting-link.ts';
import { publishedPage } from '../features/window/pages/read-pages.ts';
import { publishedWindow } from '../features/window/read-window.ts';
import { storeIdOf } from '../http/store.ts';
import { isId } from './page-paths.ts';

/** The services of page loaders, called in-process: verbs of the features, for the host's store. */
export function pageServices(deps: Deps): PageServices {
  const { config, db } = deps;
  const id = (store: string) => storeIdOf({ store_id: store });
  return {
    storefront: async (store) => ({ categories: await storefrontCategories(db, id(store)) }),
    window: (store, categories) => publishedWindow(db, id(store), categories),
    ownPage: (store, slug, categories) => publishedPage(db, id(store), slug, categories),
    category: (store, category) => storefrontCategory(db, id(store), category),
    pageIds: (store) => storefrontPageIds(db, id(store)),
    product: async (store, product) => {
      const found = isId(product) ? await storefrontProduct(db, id(store), product) : null;
      return found && { ...found, medianSeconds: await medianDelivery(db, id(store)) };
    },
    questions: (store) => questionsOf(db, id(store)),
    payPageShown: async (store, reference, { method, headers }) => {
      if (isPress({ method, header: (name) => headers.get(name) })) await noteOpened(db, id(store), reference);
    },
    order: (store, reference) => publicOrder(db, config, reference, { store: id(store) }),
    sharedPix: async (store, share) => (await readSharedPix(db, config, id(store), share))?.pix ?? null,
    linesOfOrder: (store, reference) => linesOfOrder(db, id(store), reference),
    legalText: (store, kind) => legalTextOf(db, store, kind),
    platformText: (kind) => config.operator[kind] ?? null,
    plans: () => readPlans(db),
    securityContact: () => config.securityContact ?? null,
    discordSignIn: () => isConfigured(config, 'discord'),
    purchases: (store, cookies, cursor) => readPurchases(deps, id(store), cookies, cursor),
    ownData: (store, cookies) => readOwnData(deps, id(store), cookies),
    signInLink: (store, token) => peekSignInLink(deps, id(store), token),
    awaited: async (store, product) =>
      product === null || isId(product) ? await awaitedThing(db, config, id(store), product) : null,
    waitingLink: (store, token) => waitingLink(db, id(store), token),
  };
}
