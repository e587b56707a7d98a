import { reloadWhenScriptsAreLost } from './lib/lost-scripts.ts';

reloadWhenScriptsAreLost();

// A page of the shop is a document with some behaviour. Every other page is a hydrated application.
if (document.documentElement.dataset.shop === undefined) {
  void import('./hydrate.tsx');
} else {
  void import('./shop.ts');
}
