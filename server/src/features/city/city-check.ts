import type { ErrorCode } from '@vitrine/contract/errors';
import { limits } from '@vitrine/contract/limits';
import type { StoreSettings } from '@vitrine/contract/stores';

/** What the city said of a city id, and how long ago. */
export interface CityAnswer {
  result: 'found' | 'missing' | 'unknown';
  seconds: number;
}

/** A mask shows at most this many words and letters, because even the length of an odd name is private. */
const MASK_WORDS = 4;
const MASK_LETTERS = 10;

/**
 * A character's name as strangers may see it, `Jo** Si***`: at most half of a word and two letters of it, so that
 * buyers recognise their own name and nobody learns another's. Only letters and digits stay: no markup, colour codes,
 * control or direction characters. Null when nothing is left.
 */
export function maskName(name: string): string | null {
  const words = name
    .normalize('NFC')
    .replace(/\^\d|~\w~/g, ' ')
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  if (!words) return null;
  const masked = words.slice(0, MASK_WORDS).map((word) => {
    const letters = [...word].slice(0, MASK_LETTERS);
    const shown = Math.min(2, Math.floor(letters.length / 2));
    return letters.map((letter, index) => (index < shown ? letter : '*')).join('');
  });
  return masked.join(' ');
}

/** Whether the answer is still good, so that the city need not be asked. */
export function isFresh({ result, seconds }: CityAnswer): boolean {
  return seconds < (result === 'found' ? limits.cityCheckKeepSeconds : limits.cityCheckAgainSeconds);
}

/**
 * Why nothing is sold to a city id, by the city's last answer; undefined where a sale may go on. Every store refuses on
 * a fresh "missing". A store with the policy `require` sells only on a fresh "found".
 */
export function cityRefusal(
  policy: StoreSettings['cityCheck'],
  answer: CityAnswer | undefined,
): Extract<ErrorCode, 'city_id_unknown' | 'city_id_unconfirmed'> | undefined {
  if (answer?.result === 'missing' && answer.seconds < limits.cityCheckKeepSeconds) return 'city_id_unknown';
  if (policy !== 'require') return undefined;
  const confirmed = answer?.result === 'found' && answer.seconds < limits.cityFoundMinutes * 60;
  return confirmed ? undefined : 'city_id_unconfirmed';
}
