import { useEffect, useRef, useState } from 'react';
import { type ApiError, remedyRefusal } from '../../lib/api.ts';

interface Asked {
  refusal: ApiError;
  /** Closes the question; true repeats the calls that wait for it. */
  answer(remedied: boolean): void;
}

/**
 * The question about calls that were refused with this code. The calls wait for its answer, and calls that are refused meanwhile share
 * it. Nothing is asked if `worth` says no: then the refusal stays. `last` is the question that a closing dialog still shows.
 */
export function useRemedy(code: string, worth: () => boolean = () => true) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [last, setLast] = useState<Asked | null>(null);
  const open = useRef<Promise<boolean> | null>(null);
  const isWorth = useRef(worth);
  isWorth.current = worth;
  useEffect(
    () =>
      remedyRefusal(code, async (refusal) => {
        if (!open.current && !isWorth.current()) return false;
        open.current ??= new Promise<boolean>((resolve) => {
          setAsked({
            refusal,
            answer: (remedied) => {
              open.current = null;
              setAsked(null);
              resolve(remedied);
            },
          });
        });
        return await open.current;
      }),
    [code],
  );
  if (asked && asked !== last) setLast(asked);
  return { asked, last };
}
