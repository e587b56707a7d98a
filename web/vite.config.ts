import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/**
 * `optimizeDeps.entries` lists every route file and browser-only screen: without it the development server finds a
 * screen's packages on its first visit only, and reloads the page under the developer's hands.
 */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // HeroUI merges class names with 9 KB of script that our utilities need not: they win by their layer.
  resolve: { alias: [{ find: /^tailwind-variants$/, replacement: 'tailwind-variants/lite' }] },
  // Browsers that read OKLCH: without this every colour would be written three times, into every cached page.
  build: { target: 'es2022', cssTarget: ['chrome119', 'firefox120', 'safari16.4'], assetsInlineLimit: 0 },
  optimizeDeps: { entries: ['app/**/*.tsx'] },
});
