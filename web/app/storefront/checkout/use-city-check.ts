import type { CityCheckAnswer } from '@vitrine/contract/orders';
import { useEffect, useState } from 'react';
import { plainCall } from '../../lib/plain-call.ts';

/** Waits this long after the last key before it asks the city, in ms. */
const TYPING_MS = 600;
/** The city may sleep between two polls or be slow, so it is asked again after these times, in ms. */
const AGAIN_MS = [3_000, 8_000];

/** What is known of the typed city id; `checking` during the first question. */
export type CityCheck = Pick<CityCheckAnswer, 'result' | 'name' | 'required'> | 'checking';

/**
 * `POST /v1/city/check` asks for whom the buyer would buy: after the city id is typed, and again when the order was
 * `refused` because of it. Undefined while there is no question or no answer. No part of the checkout waits for it,
 * and its failure stops nobody.
 */
export function useCityCheck(subdomain: string, clientId: number | undefined, refused: boolean): CityCheck | undefined {
  const [known, setKnown] = useState<{ clientId: number; check: CityCheck }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `refused` is there to ask again
  useEffect(() => {
    if (clientId === undefined) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (turn: number) => {
      if (turn === 0) setKnown({ clientId, check: 'checking' });
      const check = await plainCall('POST', '/city/check', {
        body: { subdomain, clientId },
        signal: controller.signal,
      }).catch((): CityCheck => ({ result: 'unknown', name: null, required: false }));
      if (controller.signal.aborted) return;
      setKnown({ clientId, check });
      const again = AGAIN_MS[turn];
      if (check !== 'checking' && check.result === 'unknown' && again !== undefined) {
        timer = setTimeout(() => void ask(turn + 1), again);
      }
    };
    timer = setTimeout(() => void ask(0), TYPING_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [subdomain, clientId, refused]);

  return known && known.clientId === clientId ? known.check : undefined;
}
