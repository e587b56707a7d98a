import type { SharedPix } from '@vitrine/contract/orders';
import { plainCall } from '../../lib/plain-call.ts';
import { runCountdown } from './countdown.ts';
import { copyOnPress } from './pix-controls.ts';

/** How often the page asks how the Pix stands, in ms. */
const POLL_MS = 3_000;

/** The page of whoever pays for another person: it counts down, copies, and is loaded again when the Pix moved. */
export function followSharedPix(place: HTMLElement): void {
  const { share = '', state, code, now = '' } = place.dataset;
  const offset = Date.parse(now) - Date.now();
  const ask = async () => {
    const { response } = await plainCall('GET', `/pix/${encodeURIComponent(share)}`);
    const { state: next, pixCode }: SharedPix = response;
    if (next !== state || (pixCode ?? '') !== code) window.location.reload();
  };
  const look = () => {
    if (!document.hidden) ask().catch((error) => console.error('shared pix', error));
  };
  copyOnPress(place);
  if (state !== 'waiting') return;
  runCountdown(place, () => Date.now() + offset, ask);
  setInterval(look, POLL_MS);
  // A phone that returns from the bank's app asks at once.
  document.addEventListener('visibilitychange', look);
}
