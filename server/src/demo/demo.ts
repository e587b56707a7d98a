import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { transaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { hashPassword } from '../features/accounts/password/password.ts';
import { encodeImage } from '../features/catalog/encode-image.ts';
import { imageAddress } from '../features/catalog/product.ts';
import { imageFiles, recordImage, type WrittenImage, writeImage } from '../features/catalog/store-image.ts';
import { emailKey } from '../features/mail/email-key.ts';
import { createStore } from '../features/stores/create-store.ts';
import { touchPages } from '../features/stores/touch-pages.ts';
import { savePageDraft } from '../features/window/pages/publish-page.ts';
import { createPage } from '../features/window/pages/save-page.ts';
import type { StoreId } from '../http/store.ts';
import { demoCategories, demoCoupons, demoPage, demoSubdomain } from './catalog.ts';
import { insertPastOrders, type SoldProduct } from './past-orders.ts';
import { drawBanner, drawLogo, drawPicture } from './pictures.ts';

/** The demo store's logins. They are written to `demo.json` in the data folder, which only its owner can read. */
export interface DemoAccess {
  email: string;
  /** Invented for this machine when the demo is made. */
  password: string;
  subdomain: string;
}

/**
 * Makes the demo store once: owner, branding, catalogue with pictures and actions, coupons and past orders. Payments,
 * Discord and the city are connected through the product's own calls after the start. It is safe at every start. A
 * store of that name that another person made is left alone.
 */
export async function ensureDemo(deps: Deps): Promise<DemoAccess | undefined> {
  const file = join(deps.config.dataDir, 'demo.json');
  const taken = await deps.db
    .selectFrom('store')
    .where('subdomain', '=', demoSubdomain)
    .select('id')
    .executeTakeFirst();
  if (taken) return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoAccess) : undefined;

  const access: DemoAccess = {
    email: `dono@${demoSubdomain}.com.br`,
    password: `demo-${randomBytes(9).toString('base64url')}`,
    subdomain: demoSubdomain,
  };
  writeFileSync(file, JSON.stringify(access, null, 2), { mode: 0o600 });
  await createDemo(deps, access);
  return access;
}

/** Pictures first, then the rest in one transaction: an interrupted start leaves no half-made store. */
async function createDemo({ config, db }: Deps, access: DemoAccess): Promise<void> {
  const owner = { accountId: newId(), name: 'Ana Souza' };
  const passwordHash = await hashPassword(access.password);
  const files = imageFiles(config);
  const logo = await writeImage(files, await encodeImage(await drawLogo()));
  const banner = await writeImage(files, await encodeImage(await drawBanner()));
  const pictures = new Map<string, WrittenImage>();
  const drawing = demoCategories
    .flatMap((category) => category.products)
    .map(async ({ name, picture }) =>
      pictures.set(name, await writeImage(files, await encodeImage(await drawPicture(picture.motif, picture.hue)))),
    );
  await Promise.all(drawing);

  await transaction(db, async (tx) => {
    await tx
      .insertInto('account')
      .values({
        id: owner.accountId,
        name: owner.name,
        email: access.email,
        email_key: emailKey(access.email),
        email_verified_at: sql<Date>`now()`,
        password_hash: passwordHash,
      })
      .execute();
    const { id: store } = await createStore(tx, config.secret, owner, {
      nameStore: 'Cidade Alta RP',
      nameDomain: access.subdomain,
      primaryColor: '#7c3aed',
      secondaryColor: '#22d3ee',
    });
    await tx
      .insertInto('subscription')
      .values({ store_id: store, plan_id: 'premium', paid_until: sql<Date>`now() + interval '1 year'` })
      .execute();
    for (const image of [logo, banner, ...pictures.values()]) await recordImage(tx, store, image);
    await tx
      .updateTable('store')
      .set({ logo: imageAddress(logo.key), banner: imageAddress(banner.key), ...storeTexts })
      .where('id', '=', store)
      .execute();
    const sold = await insertCatalogue(tx, store, pictures);
    await insertCoupons(tx, store);
    const page = await createPage(tx, store, owner, demoPage.fields);
    await savePageDraft(tx, store, page, 1, demoPage.document);
    await insertPastOrders(tx, store, sold, new Date());
    await touchPages(tx, store);
  });
  // a year of orders was just inserted, and PostgreSQL would plan for empty tables until its next own analysis
  await sql`analyze`.execute(db);
}

const storeTexts = {
  description: 'A cidade de roleplay que não dorme. Seu apoio mantém o servidor no ar.',
  legal: JSON.stringify({
    name: 'Cidade Alta Entretenimento Digital',
    document: '12.345.678/0001-95',
    address: 'Rua das Palmeiras, 100, São Paulo, SP',
    contact: 'contato@cidadealta.com.br',
    terms: 'Os produtos são benefícios digitais usados dentro do servidor Cidade Alta RP.',
    privacy: 'Usamos o ID da cidade e o ID do Discord apenas para entregar o que foi comprado.',
  }),
};

async function insertCatalogue(tx: Tx, store: StoreId, pictures: Map<string, WrittenImage>): Promise<SoldProduct[]> {
  const sold: SoldProduct[] = [];
  for (const [position, category] of demoCategories.entries()) {
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

async function insertCoupons(tx: Tx, store: StoreId): Promise<void> {
  for (const coupon of demoCoupons) {
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
