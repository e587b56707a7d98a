import type { PublicProduct } from './catalog.ts';
import type { Look } from './looks.ts';
import type { OrderLine, OrderPaymentMethod, PublicOrder, SharedPix } from './orders.ts';
import type { Plan } from './plans.ts';
import type { OwnData, Purchases } from './purchases.ts';
import type { SearchGroup } from './search-words.ts';
import type { StoreLinks } from './store-links.ts';
import type { Density } from './stores.ts';
import type { CheckoutQuestion } from './variables.ts';
import type { ShownSection, ShownWindow } from './window-shown.ts';

/**
 * What the server gives to the page loaders in-process (DESIGN.md, The house). The web package knows only these
 * types.
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
  density: Density;
  look: Look;
  /** False: the storefront shows the under-development page. */
  open: boolean;
  /** When it opens by itself; null if it is open, or if nobody said when. */
  opensAt: string | null;
  /** Whether shoppers can ask for a mail here ("Avise-me"). */
  notices: boolean;
  legal: { name: string; document: string; address: string; contact: string; hasTerms: boolean; hasPrivacy: boolean };
  /** Where the store can be reached outside its shop. */
  links: StoreLinks;
  /** The owner's words for the search of the shop. */
  searchWords: SearchGroup[];
  /** The owner's pages that shoppers see, in the order of the menu; none while the store is not open. */
  pages: { title: string; path: string; inMenu: boolean }[];
  /** The connected game server; null if none reports. `city`: it is one of FiveM, whose players call it a city. */
  server: { online: boolean; players: number | null; city: boolean } | null;
  paymentMethods: OrderPaymentMethod[];
}

export interface StorefrontCategory {
  id: string;
  name: string;
  products: PublicProduct[];
}

/** What a category's own page shows. */
export interface CategoryPage extends StorefrontCategory {
  description: string;
  image: string | null;
  /** The other categories that sell something. */
  others: { id: string; name: string }[];
}

/** A page that the owner made, filled in. */
export interface OwnPage {
  title: string;
  description: string;
  sections: ShownSection[];
}

/** A Brazilian tax number as people write it: `12.345.678/0001-95`. */
export interface TaxId {
  kind: 'CPF' | 'CNPJ';
  number: string;
}

/** Who runs this installation. The operator may have left out any part; pages then leave it out too. */
export interface Operator {
  name?: string;
  taxId?: TaxId;
  address?: string;
  /** `mailto:` or `https:` */
  contact?: string;
  hasTerms: boolean;
  hasPrivacy: boolean;
}

interface ProductPage {
  product: PublicProduct;
  related: PublicProduct[];
  medianSeconds: number | null;
}

/**
 * What somebody may wait for at a store. `product`: the name of a sold-out product; null for the opening of the store. `refusal`: why
 * nobody can ask for a mail about it now. `from`: when a young store may begin to send such mails.
 */
export interface AwaitedThing {
  product: string | null;
  refusal: 'waiting_needless' | 'notices_young' | 'notices_off' | null;
  from: string | null;
}

/** A request for a mail, by the link that was mailed for it. */
export interface WaitingLink {
  product: string | null;
  /** The page of what it waits for. */
  page: string;
  email: string;
  confirmed: boolean;
}

export interface PageServices {
  /** Categories with their products, in the owner's order, without empty ones. */
  storefront(storeId: string): Promise<{ categories: StorefrontCategory[] }>;
  /** The window that the owner published, filled in with these categories; null: the shop has none. */
  window(storeId: string, categories: StorefrontCategory[]): Promise<ShownWindow | null>;
  /** The published page with this last part of its address, filled in with these categories, or null. */
  ownPage(storeId: string, slug: string, categories: StorefrontCategory[]): Promise<OwnPage | null>;
  /** One category that sells something, or null. */
  category(storeId: string, categoryId: string): Promise<CategoryPage | null>;
  /** Ids of the products on sale and of their categories. */
  pageIds(storeId: string): Promise<ReadonlySet<string>>;
  /**
   * One product with a few others of its category, or null. `medianSeconds`: the seconds within which half of the
   * store's deliveries arrived; null where too few are known.
   */
  product(storeId: string, productId: string): Promise<ProductPage | null>;
  /** The questions that the checkout asks for the store's products. */
  questions(storeId: string): Promise<CheckoutQuestion[]>;
  /** Notes that this request shows an order's payment page: if a person looks at it, the order is opened. */
  payPageShown(
    storeId: string,
    externalReference: string,
    request: { method: string; headers: { get(name: string): string | null } },
  ): Promise<void>;
  /** An order of this store by its reference, or null. */
  order(storeId: string, externalReference: string): Promise<PublicOrder | null>;
  /** What another person sees of an order's Pix, by the last part of its shared address, or null. */
  sharedPix(storeId: string, share: string): Promise<SharedPix | null>;
  /** The products of an order of this store, for a new cart; null for an unknown order. */
  linesOfOrder(storeId: string, externalReference: string): Promise<OrderLine[] | null>;
  /** Terms or privacy text of the store. */
  legalText(storeId: string, kind: 'terms' | 'privacy'): Promise<string | null>;
  /** The operator's own terms or privacy text, for the accounts of this platform, or null. */
  platformText(kind: 'terms' | 'privacy'): string | null;
  /** The plans on offer, in their order. */
  plans(): Promise<Plan[]>;
  /** The contact for security reports: `mailto:` or `https:`; null if the operator set none. */
  securityContact(): string | null;
  /** Whether shoppers can sign in with Discord here. */
  discordSignIn(): boolean;
  /** The purchases of the shopper with these cookies, or null without a sign-in. `cursor` is a page's `nextCursor`. */
  purchases(storeId: string, cookies: string | null, cursor: string | null): Promise<Purchases | null>;
  /** What an erasure would do for the shopper with these cookies, or null without a sign-in. */
  ownData(storeId: string, cookies: string | null): Promise<OwnData | null>;
  /** The e-mail that a sign-in link would let in, while the link works. */
  signInLink(storeId: string, token: string): Promise<{ email: string } | null>;
  /** What a shopper could wait for: a product, or with null the opening; null for a product that is not on sale. */
  awaited(storeId: string, productId: string | null): Promise<AwaitedThing | null>;
  /** The request of a mailed link, or null. */
  waitingLink(storeId: string, token: string): Promise<WaitingLink | null>;
}

/** What a page request's host stands for: the apex (panel, landing page), a store, or a host that we do not serve. */
export type Tenant =
  | {
      kind: 'apex';
      origin: string;
      /** The demo store's address, if this installation has one; the landing page links to it. */
      demoUrl?: string;
      operator: Operator;
    }
  | { kind: 'store'; origin: string; apexOrigin: string; store: StorefrontStore }
  /** A subdomain that no store has, or any other host. */
  | { kind: 'unknown'; apexOrigin: string };
