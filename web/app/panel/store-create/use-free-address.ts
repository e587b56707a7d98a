import { useQuery } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { keyOf } from '../store/query-keys.ts';

/** How long after the last letter the address is looked up, in ms. */
const PAUSE_MS = 400;

/** A typed address in the form in which it would be stored; null for one that no store can have. */
function addressOf(typed: string): string | null {
  const address = typed.trim().toLowerCase();
  const fits = address.length >= limits.subdomainMin && address.length <= limits.subdomainMax;
  return fits && /^[a-z0-9][a-z0-9-]*[a-z0-9]$/.test(address) ? address : null;
}

/** Whether a new store can have the typed address, and why not; null while that is not known. */
export function useFreeAddress(typed: string): { address: string; free: boolean; text: string | null } | null {
  const address = addressOf(typed);
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(address), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [address]);
  const { data } = useQuery({
    queryKey: keyOf('POST /store/address', asked),
    enabled: asked !== null,
    retry: false,
    queryFn: async ({ signal }) =>
      await call('POST /store/address', { body: { nameDomain: asked ?? '' }, store: null, signal }),
  });
  return data && asked !== null && asked === address ? { address: asked, free: data.free, text: data.text } : null;
}
