import { reloadWhenScriptsAreLost } from './lib/lost-scripts.ts';

reloadWhenScriptsAreLost();

// A page of the shop is a document with some behaviour. Every other page is a hydrated application.
if (document.documentElement.dataset.shop === undefined) {
  void import('./hydrate.tsx');
} else {
  import('./shop.ts').catch(() => {
    // Without it links and forms still work by themselves: an early press waits no longer (lib/inline-scripts/after-paint.ts).
    window.vitrineAwake = true;
    window.vitrinePressed?.click();
  });
}
