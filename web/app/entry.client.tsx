import { reloadWhenScriptsAreLost } from './lib/lost-scripts.ts';

reloadWhenScriptsAreLost();

// Two ways to wake a page up: a page of the shop is a document with some behaviour, everything else a hydrated application.
if (document.documentElement.dataset.shop === undefined) {
  void import('./hydrate.tsx');
} else {
  void import('./shop.ts');
}
