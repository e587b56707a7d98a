import type { PublicProduct } from './catalog.ts';
import type { OrderPaymentMethod, PublicOrder } from './orders.ts';
import type { OwnData, Purchases } from './purchases.ts';
import type { CheckoutQuestion } from './variables.ts';

/**
 * What the server hands to the page loaders, in-process (DESIGN.md, The house). The web package knows only these types.
 */
export interface StorefrontStore {
  id: string;
  name: string;
  subdomain: string;
  url: string;
  description: string;
  logo: string | null;
  banner: string | null;
  primaryColor: string;
  secondaryColor: string;
  /** False: the storefront shows the under-development page. */
  open: boolean;
  legal: { name: string; document: string; address: string; contact: string; hasTerms: boolean; hasPrivacy: boolean };
  /** The connected game server, when it reports. */
  server: { online: boolean; players: number | null } | null;
  paymentMethods: OrderPaymentMethod[];
}

export interface StorefrontCategory {
  id: string;
  name: string;
  products: PublicProduct[];
}

export interface PageServices {
  /** Categories with their products, empty ones left out, in the owner's order. */
  storefront(storeId: string): Promise<{ categories: StorefrontCategory[] }>;
  /** Ids of the products on sale. */
  productIds(storeId: string): Promise<ReadonlySet<string>>;
  /** One product and a few of its category, or null. */
  product(storeId: string, productId: string): Promise<{ product: PublicProduct; related: PublicProduct[] } | null>;
  /** Questions that the checkout of these products asks. */
  questions(storeId: string): Promise<CheckoutQuestion[]>;
  /** A page on which an order can be paid is shown to whoever makes this request: a person's look counts as opening it. */
  payPageShown(
    storeId: string,
    externalReference: string,
    request: { method: string; headers: { get(name: string): string | null } },
  ): Promise<void>;
  /** An order of this store by its reference, or null. */
  order(storeId: string, externalReference: string): Promise<PublicOrder | null>;
  /** Terms or privacy text of the store. */
  legalText(storeId: string, kind: 'terms' | 'privacy'): Promise<string | null>;
  /** Whom to tell of a hole: `mailto:` or `https:`; null where the operator named nobody. */
  securityContact(): string | null;
  /** Whether shoppers can sign in with Discord here. */
  discordSignIn(): boolean;
  /** The purchases of who holds the request's cookies, or null for nobody; `cursor` is a page's `nextCursor`. */
  purchases(storeId: string, cookies: string | null, cursor: string | null): Promise<Purchases | null>;
  /** What an erasure would do for who holds the cookies, or null for nobody. */
  ownData(storeId: string, cookies: string | null): Promise<OwnData | null>;
  /** Whom a sign-in link would let in, while it works. */
  signInLink(storeId: string, token: string): Promise<{ email: string } | null>;
}

/** Who a page request is for: the apex (panel and landing page), a store, or a host we do not serve. */
export type Tenant =
  | {
      kind: 'apex';
      origin: string;
      /** The demo store, where this installation has one: the landing page links it. */
      demoUrl?: string;
    }
  | { kind: 'store'; origin: string; apexOrigin: string; store: StorefrontStore }
  /** A store subdomain that nobody has; or any other host. */
  | { kind: 'unknown'; apexOrigin: string };

export interface PublicConfig {
  success: true;
  domain: string;
  google: boolean;
  discord: boolean;
}
