import { useSyncExternalStore } from 'react';
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
