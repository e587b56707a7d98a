import { accountScreens } from './account.ts';
import { entryScreens } from './entry.ts';
import { panelScreens } from './panel.ts';
import type { Screen } from './screen.ts';
import { shopScreens } from './shop.ts';

/** The layouts below `web/app/`, each with its screens. */
export const frames: readonly { layout: string; screens: Readonly<Record<string, Screen>> }[] = [
  { layout: 'storefront/layout.tsx', screens: shopScreens },
  { layout: 'entry/layout.tsx', screens: entryScreens },
  { layout: 'panel/layout/plain-layout.tsx', screens: accountScreens },
  { layout: 'panel/layout/layout.tsx', screens: panelScreens },
];

/** Every screen by the pattern of its address (SPEC.md section 2). Adding a screen is one row and one file. */
export const screens: Readonly<Record<string, Screen>> = Object.assign({}, ...frames.map((frame) => frame.screens));
