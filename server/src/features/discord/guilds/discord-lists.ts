import { Refusal } from '../../../http/errors.ts';
import { DiscordError } from '../../../integrations/discord/rest.ts';

const KEEP_MS = 60_000;
/** Whoever asks for a fresh list gets one that is at most this old. */
const FRESH_MS = 3_000;
const MOST_KEPT = 1000;

/**
 * Keeps lists that Discord gives of its servers: each is asked for at most once a minute, or every three seconds for people who
 * want it fresh. The function refuses `discord_unavailable`.
 */
export function keptLists<Item>() {
  const kept = new Map<string, { at: number; list: Promise<Item[]> }>();
  return async (key: string, fresh: boolean, ask: () => Promise<Item[]>): Promise<Item[]> => {
    const known = kept.get(key);
    if (known && Date.now() - known.at < (fresh ? FRESH_MS : KEEP_MS)) return await known.list;
    const list = ask().catch((error: unknown) => {
      kept.delete(key);
      if (error instanceof DiscordError) throw new Refusal('discord_unavailable');
      throw error;
    });
    kept.set(key, { at: Date.now(), list });
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    return await list;
  };
}
