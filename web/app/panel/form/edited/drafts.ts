import { appState } from '../../../state/app-state.ts';
import { readKey, writeKey } from '../../../state/session-storage.ts';

/**
 * What was typed into forms and not saved, in this browser: one draft for each account, store and form. Secrets and chosen files
 * are never in it; the form leaves them out.
 */

export interface Draft<State> {
  /** When it was last typed in, in ms. */
  at: number;
  /** The version that the form was filled from; absent for a new thing. */
  version?: number;
  /** What the form was filled with. */
  base: State;
  mine: State;
  /** Whether chosen files are missing in it. */
  partial: boolean;
}

const PREFIX = 'draft:';
const KEPT_MS = 7 * 24 * 60 * 60_000;
const MOST = 20;
/** Letters of the longest draft. */
const LONGEST = 200_000;

/** The place of a form's draft; null while no account or store is known. */
export function draftPlace(form: string): string | null {
  const { auth, store } = appState.getState();
  const current = store.stores.find(({ subdomain }) => subdomain === store.currentStoreId);
  return auth.user && current ? `${PREFIX}${auth.user.id}:${current.id}:${form}` : null;
}

/** Forms for a new thing that keep a draft side by side: enough for the tabs that a person has open. */
const PLACES = 9;
/** A form that is just being left lets its place go within this time, in ms. */
const PATIENCE_MS = 1000;

/** Holds a lock until the answer is called; null while another form holds it. */
const hold = (name: string, how: LockOptions) =>
  new Promise<(() => void) | null>((answer) => {
    navigator.locks
      .request(name, how, (lock) => (lock ? new Promise<void>((free) => answer(free)) : answer(null)))
      .catch(() => answer(null));
  });

/**
 * A place for the draft of a new thing that no other open form holds: two tabs that each make a new thing must not share a draft. The
 * place is held until `free` is called or the tab ends. A draft that lies there comes from a tab that is gone. `typed`: the form is in
 * use already, so it takes an empty place. Null if there is no such place.
 */
export async function claimPlace(place: string, typed: () => boolean): Promise<{ place: string; free(): void } | null> {
  // Without a secure context there are no locks, and all forms share the first place.
  if (!navigator.locks) return { place, free() {} };
  for (let n = 1; n <= PLACES; n += 1) {
    const own = n === 1 ? place : `${place}:${n}`;
    const now = await hold(own, { ifAvailable: true });
    // The draft at a held place may come from the form that this one replaces, and that form lets go of the place in a moment.
    const waits = now === null && n === 1 && readDraft(own) !== null;
    const free = waits ? await hold(own, { signal: AbortSignal.timeout(PATIENCE_MS) }) : now;
    if (!free) continue;
    if (!typed() || readDraft(own) === null) return { place: own, free };
    free();
  }
  return null;
}

// JSON has no NaN, which an empty price is.
const write = (_key: string, value: unknown) => (Number.isNaN(value) ? { nan: true } : value);
const read = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'nan' in value ? Number.NaN : value;

/** The draft at a place, or null. A draft that is too old or unreadable is removed. */
export function readDraft<State>(place: string): Draft<State> | null {
  const text = readKey(place);
  if (text === null) return null;
  try {
    const draft = JSON.parse(text, read) as Draft<State>;
    if (draft.at > Date.now() - KEPT_MS && isObject(draft.base) && isObject(draft.mine)) return draft;
  } catch {
    // removed below
  }
  writeKey(place, null);
  return null;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** Keeps a draft. A draft that is too long is not kept. If there are too many, the oldest are removed. */
export function keepDraft<State>(place: string, draft: Draft<State>): void {
  const text = JSON.stringify(draft, write);
  writeKey(place, text.length > LONGEST ? null : text);
  const others = places()
    .filter((one) => one !== place)
    .map((one) => ({ one, at: readDraft(one)?.at ?? 0 }))
    .sort((one, other) => other.at - one.at);
  for (const { one } of others.slice(MOST - 1)) writeKey(one, null);
}

export const dropDraft = (place: string): void => void writeKey(place, null);

/** Forgets every draft of this account, or those in one of its stores. */
export function dropDrafts(account: string, store?: string): void {
  const begin = `${PREFIX}${account}:${store === undefined ? '' : `${store}:`}`;
  for (const place of places()) if (place.startsWith(begin)) writeKey(place, null);
}

function places(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}
