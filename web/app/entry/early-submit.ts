import { useEffect, useLayoutEffect } from 'react';

/**
 * Without a script, the browser would send a form to its own page, and no page reads forms. This script stands before
 * every form and holds a form that is sent too early. `useEarlySubmit` sends it later.
 */
export const holdEarlySubmits = `addEventListener('submit',function(e){if(!window.vitrineAwake){e.preventDefault();window.vitrineEarly=e.target}},true)`;

declare global {
  interface Window {
    /** True once the page's script runs: forms and buttons work by themselves. */
    vitrineAwake?: true;
    /** The form that was sent before the script ran. */
    vitrineEarly?: HTMLFormElement | undefined;
  }
}

/** Sends the form that `holdEarlySubmits` held, with the typed values. Belongs in the frame around the forms. */
export function useEarlySubmit(): void {
  // A layout effect runs before the other effects: from here on a working form is no longer held.
  useLayoutEffect(() => {
    window.vitrineAwake = true;
  }, []);
  useEffect(() => {
    const form = window.vitrineEarly;
    window.vitrineEarly = undefined;
    if (form?.isConnected) form.requestSubmit();
  }, []);
}
