import { reloadWhenScriptsAreLost } from './lib/lost-scripts.ts';

reloadWhenScriptsAreLost();

// Two ways to wake a page up: storefront pages hydrate their islands only, everything else is a hydrated application.
if (document.documentElement.dataset.islands === undefined) {
  void import('./hydrate.tsx');
} else {
  void import('./islands.tsx');
}
