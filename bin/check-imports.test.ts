import { expect, test } from 'vitest';
import { breach, crowded, importsOf, unplaced } from './check-imports.mjs';

test('finds every form of import, and which import only types', () => {
  const text = `
    import a from './a.ts';
    import type { B } from './b.ts';
    import { c, type D } from "./c.ts";
    import {
      e,
    } from './e.ts';
    import './f.ts';
    export { g } from './g.ts';
    export const h = await import('./h.ts');
    // import x from './comment.ts';
    /* import y from './block.ts'; */
    export const text = 'no import here';
    export const pictures = 'image/*';
    export const i = await import('./i.ts'); // import z from './end.ts'
    /** The end. */
  `;
  expect(importsOf(text).map(({ name, typeOnly }) => [name, typeOnly])).toEqual([
    ['./a.ts', false],
    ['./b.ts', true],
    ['./c.ts', false],
    ['./e.ts', false],
    ['./f.ts', false],
    ['./g.ts', false],
    ['./h.ts', false],
    ['./i.ts', false],
  ]);
});

const feature = (path: string) => `server/src/features/${path}`;

test.each([
  ['web/app/root.tsx', '@vitrine/contract/money'],
  [feature('orders/order.ts'), feature('catalog/product.ts')],
  [feature('orders/routes.ts'), feature('orders/queries.ts')],
  [feature('payments/mercado-pago/mercado-pago.ts'), 'server/src/integrations/mercado-pago/client.ts'],
  [feature('accounts/sign-in/oauth.ts'), 'server/src/integrations/oauth/login.ts'],
  [feature('accounts/sign-in/log-in.ts'), feature('accounts/queries.ts')],
  ['server/src/integrations/breaker.ts', 'server/src/fair-share.ts'],
  ['server/src/features.ts', feature('orders/routes.ts')],
  ['server/src/tasks.ts', feature('payments/jobs.ts')],
  [feature('deliveries/targets.ts'), feature('discord/target.ts')],
  [feature('orders/order.test.ts'), feature('checkout/place-order.ts')],
  [feature('catalog/save-product.ts'), feature('variables/placeholders.ts')],
  [feature('orders/order.ts'), 'zod'],
  ['server/src/proof/world.ts', 'server/src/test/make.ts'],
  ['server/src/test/crash-world.ts', 'standins/discord/discord.ts'],
  ['server/src/test/minecraft-world.ts', 'game/minecraft/jar.ts'],
  ['prove/lib/shop.ts', '@vitrine/contract/money'],
  ['prove/lib/shop.ts', 'standins/discord/seed.ts'],
  ['bin/docs.test.ts', 'contract/src/game.ts'],
  ['standins/minecraft-light/plugin.ts', 'sdk/src/game/client.ts'],
  ['game/check/test/played-client.ts', 'sdk/src/game/client.ts'],
  ['web/app/ui/field.tsx', 'web/app/lib/class-names.ts'],
  ['web/app/lib/texts.test.ts', 'web/app/panel/store-create/slug.ts'],
])('%s may import %s', (from, to) => {
  expect(breach(from, to)).toBeUndefined();
});

test.each([
  ['web/app/root.tsx', 'server/src/app.ts'],
  ['standins/main.ts', '@vitrine/contract/money'],
  ['contract/src/money.ts', 'server/src/app.ts'],
  [feature('catalog/product.ts'), feature('orders/order.ts')],
  [feature('orders/order.ts'), feature('catalog/queries.ts')],
  [feature('orders/order.ts'), feature('accounts/sign-in/queries.ts')],
  [feature('deliveries/delivery.ts'), feature('city/game-sync.ts')],
  [feature('deliveries/targets.ts'), feature('city/game-sync.ts')],
  [feature('deliveries/delivery.ts'), feature('city/target.ts')],
  [feature('mail/send-mail.ts'), feature('accounts/account.ts')],
  [feature('accounts/sign-in/log-in.ts'), 'server/src/integrations/oauth/login.ts'],
  [feature('orders/order.ts'), 'server/src/integrations/mercado-pago/client.ts'],
  ['server/src/integrations/discord/client.ts', 'server/src/db/database.ts'],
  ['server/src/db/pool.ts', 'server/src/http/errors.ts'],
  ['server/src/jobs/worker.ts', feature('payments/jobs.ts')],
  [feature('orders/order.ts'), 'server/src/test/app.ts'],
  [feature('orders/order.ts'), 'server/src/proof/world.ts'],
  [feature('orders/order.ts'), 'standins/discord/discord.ts'],
  ['prove/lib/postgres.ts', 'server/src/db/embedded.ts'],
  ['web/app/storefront/cart.tsx', 'web/app/panel/orders.client.tsx'],
  ['game/check/desk.ts', 'sdk/src/game/signatures.ts'],
  ['web/app/ui/button.tsx', '@vitrine/contract/orders'],
  ['web/app/ui/button.tsx', 'web/app/state/app-store.ts'],
  ['web/app/lib/format.ts', 'web/app/panel/store-create/slug.ts'],
  ['web/app/state/app-store.ts', 'web/app/storefront/checkout/cart.ts'],
  ['web/app/storefront/checkout/cart.ts', 'zod/mini'],
  ['web/service-worker/worker.ts', 'server/src/csv.ts'],
  ['bin/lib/run.mjs', 'server/src/csv.ts'],
  [feature('orders/order.ts'), feature('catalog/categories-routes.ts')],
])('%s must not import %s', (from, to) => {
  expect(breach(from, to)).toBeTypeOf('string');
});

test('a new feature without a row is named, also before anybody imports it', () => {
  expect(unplaced([feature('orders/order.ts'), 'server/src/features/list.ts'])).toEqual([]);
  expect(unplaced([feature('notes/routes.ts'), feature('notes/save-note.ts')])).toEqual([
    expect.stringMatching(
      /^server\/src\/features\/notes has no place .* LAYERS in bin\/check-imports.mjs, .*docs\/architecture.md$/,
    ),
  ]);
});

test('a folder of a feature holds at most 25 files, and so does each of its folders', () => {
  const files = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/file-${at}.ts`);
  const accounts = feature('accounts');
  expect(crowded([...files(accounts, 25), ...files(`${accounts}/sign-in`, 25), ...files('e2e', 60)])).toEqual([]);
  expect(crowded(files(accounts, 26))).toHaveLength(1);
  expect(crowded(files('web/app/panel/products', 26))).toHaveLength(1);
});
