import { applyLook, LOOK_KEY } from '../../lib/inline-scripts/own-look.ts';
import { readKey, writeKey } from '../../state/session-storage.ts';

/** How a person wants the panel in this browser. Nothing of it leaves the browser. */
export interface Look {
  scheme: 'auto' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
}

const CHANGED = 'vitrine-look';
const light = '(prefers-color-scheme: light)';

/** The choice; the system's scheme and much room until the person chooses. */
export function readLook(): Look {
  try {
    const { scheme, density } = JSON.parse(readKey(LOOK_KEY) ?? '{}') as Partial<Look>;
    return {
      scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'auto',
      density: density === 'compact' ? density : 'comfortable',
    };
  } catch {
    return { scheme: 'auto', density: 'comfortable' };
  }
}

/** Keeps the choice and shows it at once. */
export function chooseLook(look: Look): void {
  writeKey(LOOK_KEY, JSON.stringify(look));
  showLook();
}

/** Shows what was chosen, also in style sheets that arrived later. */
export function showLook(): void {
  applyLook(LOOK_KEY);
  window.dispatchEvent(new Event(CHANGED));
}

/** The scheme that the panel has now. */
export function schemeNow(): 'dark' | 'light' {
  const { scheme } = readLook();
  if (scheme !== 'auto') return scheme;
  return window.matchMedia(light).matches ? 'light' : 'dark';
}

/** Calls back after the scheme changed, by the system or by a choice. Returns a function that stops it. */
export function watchScheme(follow: () => void): () => void {
  const media = window.matchMedia(light);
  media.addEventListener('change', follow);
  window.addEventListener(CHANGED, follow);
  return () => {
    media.removeEventListener('change', follow);
    window.removeEventListener(CHANGED, follow);
  };
}
