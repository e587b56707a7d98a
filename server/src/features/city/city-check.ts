import type { ErrorCode } from '@vitrine/contract/errors';
import { limits } from '@vitrine/contract/limits';
import type { StoreSettings } from '@vitrine/contract/stores';

/** What the city said of a city id, and how long ago. */
export interface CityAnswer {
  result: 'found' | 'missing' | 'unknown';
  seconds: number;
}

/** Whether the answer is still good, so that the city need not be asked. */
export function isFresh({ result, seconds }: CityAnswer): boolean {
  return seconds < (result === 'found' ? limits.cityCheckKeepSeconds : limits.cityCheckAgainSeconds);
}

/**
 * Why nothing is sold to a city id, by the city's last answer; undefined if a sale may go on. Every store refuses on
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
