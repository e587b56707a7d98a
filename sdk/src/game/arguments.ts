import { isLine, type Reader } from './command-line.ts';
import type { Args, Command, Player } from './types.ts';

/** Reads commands from the network. What could mean two things is refused, and nothing is converted. */

const MOST = 2_147_483_647;

const isId = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value);
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const matches = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value);

const isAmount = (value: unknown): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MOST;
/** Letters of any alphabet and spaces inside, as with the capability `names`. */
const isGroup = (value: unknown): boolean => matches(value, /^(?! )[\p{L}\p{M}\p{N}_\-.|: ]{1,64}(?<! )$/u);
const isVehicle = (value: unknown): boolean => matches(value, /^\w{1,60}$/);

const checks: Record<string, (args: Args, reader: Reader) => boolean> = {
  execute_command: ({ template, argv }, reader) => isLine(template, argv, reader),
  run_action: ({ template, argv }) => isLine(template, argv, 'nobody'),
  add_group: ({ group }) => isGroup(group),
  remove_group: ({ group, instead }) => isGroup(group) && (instead === undefined || isGroup(instead)),
  add_money: ({ amount }) => isAmount(amount),
  remove_money: ({ amount }) => isAmount(amount),
  add_vehicle: ({ vehicle, plate }) => isVehicle(vehicle) && (plate === undefined || matches(plate, /^[A-Z0-9]{8}$/)),
  remove_vehicle: ({ vehicle }) => isVehicle(vehicle),
  add_item: ({ item, amount }) => matches(item, /^[A-Za-z0-9_\-.|]{1,64}$/) && isAmount(amount),
  remove_ban: () => true,
  add_whitelist: () => true,
  remove_whitelist: () => true,
};

const identities: Record<string, RegExp> = {
  citizen_id: /^[A-Z0-9]{3,50}$/,
  identifier: /^(?=.{8,64}$)[a-z0-9:]+$/,
  minecraft_name: /^[.*]?[a-z0-9_]{2,16}$/,
  minecraft_uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  mta_account: /^\w[\w.@-]{0,29}$/,
  discord_id: /^\d{17,20}$/,
};

/** Whether the player's id is one that the protocol knows. */
function isPlayer({ city_id, identity }: Player): boolean {
  if (identity) return identities[identity.kind]?.test(identity.value) ?? false;
  return matches(city_id, /^[1-9]\d{0,9}$/) && Number(city_id) <= MOST;
}

/** Actions of the protocol that can run twice without a further effect. */
export const harmless = new Set([
  'add_group',
  'remove_group',
  'add_vehicle',
  'remove_vehicle',
  'remove_ban',
  'add_whitelist',
  'remove_whitelist',
]);

/** What a command says of itself. Undefined without a usable id. Its arguments are not checked yet. */
export function readCommand(raw: unknown): Command | undefined {
  const { id, attempt, player, action, args, order, phase, label, only_online, expires_at } = fields(raw);
  if (!isId(id)) return undefined;
  const { city_id, identity, discord_id } = fields(player);
  const { kind, value } = fields(identity);
  return {
    id,
    attempt: Number.isSafeInteger(attempt) && (attempt as number) >= 1 ? (attempt as number) : 1,
    player: {
      ...(identity === undefined
        ? { city_id: text(city_id) ?? '' }
        : { identity: { kind: text(kind) ?? '', value: text(value) ?? '' } }),
      discord_id: text(discord_id),
    },
    action: text(action) ?? '',
    args: fields(args),
    order: text(order) ?? '',
    phase: text(phase) ?? '',
    label: text(label) ?? '',
    only_online: only_online === true,
    expires_at: Number.isSafeInteger(expires_at) ? (expires_at as number) : undefined,
  };
}

/** Whether arguments and player of a command are what the protocol allows for its action. `game` is the one of hello. */
export function areArguments({ action, args, player }: Command, game: string): boolean {
  return isPlayer(player) && (checks[action]?.(args, game === 'minecraft' ? 'minecraft' : 'fivem') ?? false);
}
