import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { listModules } from './list-modules.ts';

/** What pages of the shop and of the panel have in common. */
const GROUND =
  /\/preload-helper\.js$|\/node_modules\/(zustand\/|lucide-react\/dist\/esm\/(?!icons\/(?!(check|search|shopping-cart|x)\.)))|\/app\/(state\/|lib\/(class-names|scrolled)\.ts|ui\/(field|search-input)\.tsx)/;
/** What wakes a page of the shop up, and the islands that stand on most. It runs when loaded: nothing for the panel. */
const WINDOW =
  /\/app\/(islands\.tsx|storefront\/((nav-actions|cart-bar|add-to-cart|apex-actions|product-search|toast)\.tsx|shop\/search\.ts))$/;

/**
 * `optimizeDeps.entries` lists every route file and browser-only screen: without it the development server finds a
 * screen's packages on its first visit only, and reloads the page under the developer's hands.
 */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), listModules()],
  // HeroUI merges class names with 9 KB of script that our utilities need not: they win by their layer.
  resolve: { alias: [{ find: /^tailwind-variants$/, replacement: 'tailwind-variants/lite' }] },
  // Browsers that read OKLCH: without this every colour would be written three times, into every cached page.
  build: { target: 'es2022', cssTarget: ['chrome119', 'firefox120', 'safari16.4'], assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Every page of the shop loads three files: twenty small ones take 3 KB more and a trip more.
            codeSplitting: {
              groups: [
                { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
                { name: 'ground', test: GROUND, priority: 2 },
                { name: 'window', test: WINDOW, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  optimizeDeps: { entries: ['app/**/*.tsx'] },
});
