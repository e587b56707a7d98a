import { z } from 'zod';
import { Done } from './common.ts';
import { limits } from './limits.ts';

/**
 * The city's catalogue as it travels and as the panel reads it (docs/game-server-protocol.md, Lists): the names of
 * groups, items, vehicles and commands that a game server has.
 */

export const cityListKinds = ['groups', 'items', 'vehicles', 'commands'] as const;
export type CityListKind = (typeof cityListKinds)[number];

const hash = z.string().regex(/^[0-9a-f]{8,64}$/);
const count = z.number().int().min(0);

export const CityName = z.object({
  /** In the city's own spelling. Without control characters. */
  name: z
    .string()
    .min(1)
    .max(limits.actionNameMax)
    .regex(/^[^\p{Cc}]+$/u),
  /** What the city shows to players. */
  label: z.string().max(limits.cityLabelMax).optional().catch(undefined),
  /** Of a command: whether the script may run it. */
  allowed: z.boolean().optional().catch(undefined),
});
export type CityName = z.infer<typeof CityName>;

/** A malformed name is dropped alone, and counts as sent. */
const names = z
  .array(z.unknown())
  .max(limits.cityListPage)
  .transform((list) => ({
    sent: list.length,
    names: list.flatMap((one) => {
      const name = CityName.safeParse(one);
      return name.success ? [name.data] : [];
    }),
  }));

const Offer = z.object({ hash, total: count }).optional().catch(undefined);

/** What hello says of the lists: a hash of each. A kind that is missing cannot be listed by this city. */
export const GameListOffers = z.object({ groups: Offer, items: Offer, vehicles: Offer, commands: Offer });
export type GameListOffers = z.infer<typeof GameListOffers>;

/** POST /v1/game/lists: one page of a list that the answer to hello asked for. */
export const GameListPage = z.object({
  epoch: z.number().int(),
  boot_id: z.string().max(64),
  journal_id: z.string().max(64),
  kind: z.enum(cityListKinds),
  hash,
  /** True: a name that is not in the list does not exist in the city. */
  closed: z.boolean(),
  /** Names of the whole list. */
  total: count,
  /** Names before this page. */
  from: count,
  entries: names,
});
export type GameListPage = z.infer<typeof GameListPage>;

export const GameListAnswer = Done.extend({
  /** Where the next page begins; null: nothing more is wanted of this list. */
  next: count.nullable(),
});
export type GameListAnswer = z.infer<typeof GameListAnswer>;
