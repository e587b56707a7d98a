import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { apiReference } from './api-reference/plugin.ts';
import { listModules } from './list-modules.ts';
import { serviceWorker } from './service-worker/plugin.ts';

/** What pages of the shop and of the panel have in common: the client state, and how a price is written. */
const GROUND =
  /\/preload-helper\.js$|\/node_modules\/zustand\/esm\/(vanilla|middleware)\.|\/app\/(state\/(?!app-store)|lib\/(scrolled|show-face)\.ts)|\/contract\/src\/money\./;
/** What forms are made of, in the panel and in the checkout. */
const FORMS =
  /\/node_modules\/(zustand\/esm\/react\.|lucide-react\/dist\/esm\/(?!icons\/(?!(check|credit-card|minus|plus|qr-code|ticket-percent|trash|wallet|x)\.)))|\/app\/(state\/app-store|lib\/class-names|ui\/(field|inputs))\./;
/**
 * Calls of the panel and the addresses of calls: apart they would be one more file on every page of the panel. `api.ts`
 * needs a group of its own, because a group takes along what its files import.
 */
const CALL = /\/app\/lib\/call\.ts|\/contract\/src\/calls\/address\.ts/;

/** How orders are told, in the shop and in the panel: each of these is too small for a file of its own. */
const ORDER_WORDS = /\/contract\/src\/(order-words|delivery-states|option-words)\.ts/;

/** What a browser and a tab know of their order, for the bar on every page of the shop and for the order's own page. */
const OWN_ORDER = /\/storefront\/(pending\/own-order|checkout\/(tab-memory|pay-address))\.ts/;

/** What every screen of the panel has, in one file for the same reason. */
const PANEL =
  /\/app\/panel\/store\/(may|query-keys|current-store)\.ts|\/contract\/src\/(permissions|screens\/panel)\.ts/;

/** Parts that panel and pages of accounts share. */
const PARTS =
  /\/app\/ui\/(bits|button|dialog|empty-state|surfaces|toast)\.|\/app\/lib\/(format|guard|session|logo)\.|\/app\/panel\/layout\/(logout|online)\.|\/contract\/src\/limits\.|\/react-aria\/dist\/private\/(i18n|ssr)\//;

/**
 * The frame around every screen of the panel, with what it imports, and what follows the store there. Pages of accounts, which
 * are entered first, use none of it.
 */
const FRAME =
  /\/app\/panel\/(layout\/(shell|panel-providers)|live\/(push|own-choice|ring|tell-sales))(\.client)?\.tsx?$/;

/**
 * `optimizeDeps.entries` lists every route file and browser-only screen: without it the development server finds a
 * screen's packages on its first visit only, and reloads the page under the developer's hands.
 */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), listModules(), apiReference(), serviceWorker()],
  // HeroUI merges class names with 9 KB of script. Our utilities do not need it, because they win by their layer.
  resolve: { alias: [{ find: /^tailwind-variants$/, replacement: 'tailwind-variants/lite' }] },
  // Browsers that read OKLCH: without this every colour would be written three times, into every cached page.
  build: { target: 'es2022', cssTarget: ['chrome119', 'firefox120', 'safari16.4'], assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A page of the shop loads three files. Ten small ones would have more bytes and need one more round trip.
            codeSplitting: {
              groups: [
                { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
                { name: 'ground', test: GROUND, priority: 2 },
                {
                  name: 'inline',
                  test: /\/app\/lib\/(entry-assets|inline|inline-scripts\/own-look)\.tsx?$/,
                  priority: 1.6,
                },
                { name: 'router', test: /\/node_modules\/react-router\//, priority: 1.5 },
                { name: 'forms', test: FORMS, priority: 1 },
                { name: 'api', test: /\/app\/lib\/(api|plain-call)\.ts/, priority: 0.9 },
                { name: 'order-words', test: ORDER_WORDS, priority: 0.8 },
                { name: 'own-order', test: OWN_ORDER, priority: 0.6 },
                { name: 'call', test: CALL, priority: 0.5 },
                { name: 'panel', test: PANEL, priority: 0.4 },
                { name: 'parts', test: PARTS, priority: 0.3 },
                { name: 'frame', test: FRAME, priority: 0.2 },
              ],
            },
          },
        },
      },
    },
  },
  optimizeDeps: { entries: ['app/**/*.tsx'] },
});
