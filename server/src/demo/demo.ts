import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { transaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { hashPassword } from '../features/accounts/password/password.ts';
import { type EncodedImage, encodeImage } from '../features/catalog/encode-image.ts';
import { imageAddress } from '../features/catalog/product.ts';
import { imageFiles, recordImage, type WrittenImage, writeImage } from '../features/catalog/store-image.ts';
import { emailKey } from '../features/mail/email-key.ts';
import { createStore } from '../features/stores/create-store.ts';
import { touchPages } from '../features/stores/touch-pages.ts';
import { savePageDraft } from '../features/window/pages/publish-page.ts';
import { createPage } from '../features/window/pages/save-page.ts';
import type { StoreId } from '../http/store.ts';
import { cidadeAlta, type DemoProduct, type DemoStore } from './catalog.ts';
import { auroraCraft } from './catalog-minecraft.ts';
import { insertPastOrders, type SoldProduct } from './past-orders.ts';
import { drawBanner, drawLogo, drawPicture } from './pictures.ts';
import { drawBlockBanner, drawBlockLogo } from './pictures-blocks.ts';

/** The demo owner's login. It is written to `demo.json` in the data folder, which only its owner can read. */
export interface DemoAccess {
  email: string;
  /** Invented for this machine when the demo is made. */
  password: string;
  /** The first store, with a FiveM city. */
  subdomain: string;
  /** The second store, with a Minecraft server; absent where its name is another person's. */
  minecraft?: string;
}

/**
 * Makes the demo once: its owner, and two stores with branding, catalogue with pictures and actions, and coupons; the first has
 * past orders too. Payments, Discord and the game servers are connected through the product's own calls after the start. It
 * is safe at every start. Stores of these names that another person made are left alone.
 */
export async function ensureDemo(deps: Deps): Promise<DemoAccess | undefined> {
  const file = join(deps.config.dataDir, 'demo.json');
  const write = (access: DemoAccess) => writeFileSync(file, JSON.stringify(access, null, 2), { mode: 0o600 });
  const drawn = drawing();
  let access: DemoAccess | undefined;
  if (await isTaken(deps, cidadeAlta)) {
    if (!existsSync(file)) return undefined;
    access = JSON.parse(readFileSync(file, 'utf8')) as DemoAccess;
  } else {
    access = {
      email: `dono@${cidadeAlta.subdomain}.com.br`,
      password: `demo-${randomBytes(9).toString('base64url')}`,
      subdomain: cidadeAlta.subdomain,
    };
    write(access);
    await createDemo(deps, cidadeAlta, drawn, (tx) => insertOwner(tx, access as DemoAccess));
  }
  // In this order: the panel opens with the store that its owner has been in for longest.
  if (access.minecraft === undefined && !(await isTaken(deps, auroraCraft))) {
    const owner = await findOwner(deps, access);
    if (!owner) return access;
    await createDemo(deps, auroraCraft, drawn, async () => owner);
  }
  if (access.minecraft === undefined && (await isOwned(deps, access, auroraCraft))) {
    access = { ...access, minecraft: auroraCraft.subdomain };
    write(access);
  }
  return access;
}

interface Owner {
  accountId: string;
  name: string;
}

async function isTaken({ db }: Deps, { subdomain }: DemoStore): Promise<boolean> {
  const row = await db.selectFrom('store').where('subdomain', '=', subdomain).select('id').executeTakeFirst();
  return row !== undefined;
}

/** Whether the demo's owner has this store. An interrupted start may have made it without writing so down. */
async function isOwned({ db }: Deps, { email }: DemoAccess, { subdomain }: DemoStore): Promise<boolean> {
  const row = await db
    .selectFrom('store')
    .innerJoin('member', 'member.store_id', 'store.id')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('store.subdomain', '=', subdomain)
    .where('member.role', '=', 'owner')
    .where('account.email_key', '=', emailKey(email))
    .select('store.id')
    .executeTakeFirst();
  return row !== undefined;
}

async function findOwner({ db }: Deps, { email }: DemoAccess): Promise<Owner | undefined> {
  return await db
    .selectFrom('account')
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .select(['id as accountId', 'name'])
    .executeTakeFirst();
}

async function insertOwner(tx: Tx, { email, password }: DemoAccess): Promise<Owner> {
  const owner = { accountId: newId(), name: 'Ana Souza' };
  await tx
    .insertInto('account')
    .values({
      id: owner.accountId,
      name: owner.name,
      email,
      email_key: emailKey(email),
      email_verified_at: sql<Date>`now()`,
      password_hash: await hashPassword(password),
    })
    .execute();
  return owner;
}

const art = {
  city: { logo: drawLogo, banner: drawBanner },
  blocks: { logo: drawBlockLogo, banner: drawBlockBanner },
};

type Drawn = (picture: DemoProduct['picture']) => Promise<EncodedImage>;

/** Draws and encodes each picture once, because both stores use most of them. */
function drawing(): Drawn {
  const made = new Map<string, Promise<EncodedImage>>();
  return ({ motif, hue }) => {
    const key = `${motif} ${hue}`;
    const known = made.get(key) ?? drawPicture(motif, hue).then(encodeImage);
    made.set(key, known);
    return known;
  };
}

/** Pictures first, then the rest in one transaction: an interrupted start leaves no half-made store. */
async function createDemo(
  { config, db }: Deps,
  demo: DemoStore,
  drawn: Drawn,
  findOwner: (tx: Tx) => Promise<Owner>,
): Promise<void> {
  const files = imageFiles(config);
  const draw = art[demo.art];
  const logo = await writeImage(files, await encodeImage(await draw.logo()));
  const banner = await writeImage(files, await encodeImage(await draw.banner()));
  const pictures = new Map<string, WrittenImage>();
  const writing = demo.categories
    .flatMap((category) => category.products)
    .map(async ({ name, picture }) => pictures.set(name, await writeImage(files, await drawn(picture))));
  await Promise.all(writing);

  await transaction(db, async (tx) => {
    const owner = await findOwner(tx);
    const { id: store } = await createStore(tx, config.secret, owner, {
      nameStore: demo.name,
      nameDomain: demo.subdomain,
      primaryColor: demo.primaryColor,
      secondaryColor: demo.secondaryColor,
    });
    await tx
      .insertInto('subscription')
      .values({ store_id: store, plan_id: 'premium', paid_until: sql<Date>`now() + interval '1 year'` })
      .execute();
    for (const image of [logo, banner, ...pictures.values()]) await recordImage(tx, store, image);
    await tx
      .updateTable('store')
      .set({
        logo: imageAddress(logo.key),
        banner: imageAddress(banner.key),
        description: demo.description,
        legal: JSON.stringify(demo.legal),
        ...(demo.look && { settings: JSON.stringify({ look: demo.look }) }),
      })
      .where('id', '=', store)
      .execute();
    const sold = await insertCatalogue(tx, store, demo, pictures);
    await insertCoupons(tx, store, demo);
    if (demo.page) {
      const page = await createPage(tx, store, owner, demo.page.fields);
      await savePageDraft(tx, store, page, 1, demo.page.document);
    }
    if (demo.past) await insertPastOrders(tx, store, sold, new Date());
    await touchPages(tx, store);
  });
  // a year of orders was just inserted, and PostgreSQL would plan for empty tables until its next own analysis
  if (demo.past) await sql`analyze`.execute(db);
}

async function insertCatalogue(
  tx: Tx,
  store: StoreId,
  { categories }: DemoStore,
  pictures: Map<string, WrittenImage>,
): Promise<SoldProduct[]> {
  const sold: SoldProduct[] = [];
  for (const [position, category] of categories.entries()) {
    const categoryId = newId();
    await tx
      .insertInto('category')
      .values({ store_id: store, id: categoryId, name: category.name, position: position + 1 })
      .execute();
    for (const [index, product] of category.products.entries()) {
      const { name, price, actions, weight, options = [] } = product;
      const id = newId();
      const image = pictures.get(name)?.key ?? null;
      const removeDays = product.removeDays ?? null;
      await tx
        .insertInto('product')
        .values({
          store_id: store,
          id,
          category_id: categoryId,
          name,
          description: product.description,
          price_centavos: price,
          compare_at_centavos: product.compareAt ?? null,
          image,
          featured: product.featured ?? false,
          position: index + 1,
          stock: product.stock ?? null,
          buy_limit: product.buyLimit ?? null,
          remove_days: removeDays,
          actions: JSON.stringify(actions),
          options: JSON.stringify(options),
        })
        .execute();
      sold.push({ id, name, image, price, removeDays, stocked: product.stock !== undefined, actions, options, weight });
    }
  }
  return sold;
}

async function insertCoupons(tx: Tx, store: StoreId, { coupons }: DemoStore): Promise<void> {
  for (const coupon of coupons) {
    await tx
      .insertInto('discount')
      .values({
        store_id: store,
        id: newId(),
        code: coupon.code,
        type: coupon.type,
        value: coupon.value,
        min_centavos: coupon.min ?? null,
        max_uses: coupon.maxUses ?? null,
        limit_by: coupon.limitBy ?? '',
      })
      .execute();
  }
}
