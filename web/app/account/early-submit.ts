import { useEffect, useLayoutEffect } from 'react';

/**
 * A form that is sent before the page's script is there would leave as it stands, and no page reads a form. This script,
 * which stands in the document before any form, keeps it until then; `useEarlySubmit` sends it on.
 */
export const holdEarlySubmits = `addEventListener('submit',function(e){if(!window.vitrineAwake){e.preventDefault();window.vitrineEarly=e.target}},true)`;

declare global {
  interface Window {
    /** The page's script has run: its forms and buttons know what to do by themselves. */
    vitrineAwake?: true;
    /** What was sent before that. */
    vitrineEarly?: HTMLFormElement | undefined;
  }
}

/** Sends the form on that somebody could not wait to send, with what was typed. For the frame around the forms. */
export function useEarlySubmit(): void {
  // At once, and before the other: a form that listens already must not be kept as well.
  useLayoutEffect(() => {
    window.vitrineAwake = true;
  }, []);
  useEffect(() => {
    const form = window.vitrineEarly;
    window.vitrineEarly = undefined;
    if (form?.isConnected) form.requestSubmit();
  }, []);
}
