import { useEffect, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '../../lib/api.ts';

function watch(heard: () => void): () => void {
  window.addEventListener('online', heard);
  window.addEventListener('offline', heard);
  return () => {
    window.removeEventListener('online', heard);
    window.removeEventListener('offline', heard);
  };
}

/** Whether this device has a network. */
export const useOnline = () =>
  useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  );

const online = async () => {
  if (!navigator.onLine) await new Promise((back) => window.addEventListener('online', back, { once: true }));
};

/**
 * Sends a save once there is a network. `twice`: it may be sent again when its answer was lost with the network, because it names
 * its version and a second one changes nothing.
 */
export async function whenOnline<T>(send: () => Promise<T>, { twice }: { twice: boolean }): Promise<T> {
  for (;;) {
    await online();
    try {
      return await send();
    } catch (error) {
      if (!twice || navigator.onLine || !(error instanceof ApiError) || error.code !== 'network') throw error;
    }
  }
}

/** The save was given up while it waited for the network. There is nothing to tell. */
export class GivenUp extends Error {}

/**
 * For a form that stays after it was saved. Call `pressed` at the press, and `refuseGivenUp` before something is sent: whoever left the
 * form while its save waited for the network has given it up (`GivenUp`).
 */
export function useWaiting(): { pressed(): void; refuseGivenUp(): void } {
  const state = useRef({ offline: false, left: false });
  useEffect(() => {
    const { current } = state;
    current.left = false;
    return () => {
      current.left = true;
    };
  }, []);
  return {
    pressed() {
      state.current.offline = !navigator.onLine;
    },
    refuseGivenUp() {
      if (state.current.offline && state.current.left) throw new GivenUp();
    },
  };
}
