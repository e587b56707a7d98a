import { useEffect, useRef } from 'react';

/** Waits before each repeat, in s. After the last one the person decides. */
const WAITS = [5, 10, 20, 40];

/**
 * Repeats a press that got no answer: after a wait that grows, or at once when the network is back. `later` answers the wait
 * in s, or undefined when it repeats no more. `stop` forgets what was planned.
 */
export function useRetry() {
  const plan = useRef<{ turn: number; again?: () => void; timer?: ReturnType<typeof setTimeout> }>({ turn: 0 });
  useEffect(() => {
    const online = () => plan.current.again?.();
    window.addEventListener('online', online);
    return () => {
      window.removeEventListener('online', online);
      clearTimeout(plan.current.timer);
    };
  }, []);
  return {
    later(press: () => void): number | undefined {
      const { turn } = plan.current;
      const wait = WAITS[turn];
      if (wait === undefined) {
        plan.current = { turn: 0 };
        return undefined;
      }
      const again = () => {
        clearTimeout(plan.current.timer);
        plan.current = { turn: turn + 1 };
        press();
      };
      plan.current = { turn, again, timer: setTimeout(again, wait * 1000) };
      return wait;
    },
    stop(): void {
      clearTimeout(plan.current.timer);
      plan.current = { turn: 0 };
    },
  };
}
