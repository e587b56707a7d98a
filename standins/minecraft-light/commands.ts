import { GROUPS, give, hasRoom, isMaterial, setGroup, type World } from './world.ts';

type Command = (world: World, args: string[]) => string;

const NAME = /^[.*]?[A-Za-z0-9_]{2,16}$/;
const FORM = 'Unknown or incomplete command, see below for error';
const isGroup = (name: string): boolean => (GROUPS as readonly string[]).includes(name);
const amountOf = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;

/** The console's commands, as Paper, LuckPerms and EssentialsX write them. The answers are close to theirs. */
const COMMANDS: Record<string, Command> = {
  say: (_world, words) => `[Server] ${words.join(' ')}`,
  list(world) {
    const names = world.players().flatMap(({ name, online }) => (online ? [name] : []));
    return `There are ${names.length} of a max of 100 players online: ${names.join(', ')}`;
  },
  give(world, [name = '', item = '', count = '1']) {
    const player = world.find(name);
    const material = item.replace(/^minecraft:/, '');
    const amount = amountOf(count);
    if (!player?.online) return 'No player was found';
    if (!isMaterial(material)) return `Unknown item 'minecraft:${material}'`;
    if (amount === 0) return FORM;
    // The game drops on the ground what has no room.
    if (hasRoom(player, material, amount)) give(player, material, amount);
    return `Gave ${amount} [${material}] to ${player.name}`;
  },
  whitelist(world, [what = '', name = '']) {
    const add = what === 'add';
    if (!['add', 'remove'].includes(what) || !NAME.test(name)) return FORM;
    const player = world.player(name);
    if (player.whitelisted === add) return `Player is ${add ? 'already' : 'not'} whitelisted`;
    player.whitelisted = add;
    return `${add ? 'Added' : 'Removed'} ${player.name} ${add ? 'to' : 'from'} the whitelist`;
  },
  ban(world, [name = '']) {
    if (!NAME.test(name)) return FORM;
    Object.assign(world.player(name), { banned: true, online: false });
    return `Banned ${name}: Banned by an operator.`;
  },
  pardon(world, [name = '']) {
    const player = world.find(name);
    if (!player?.banned) return "Nothing changed. The player isn't banned";
    player.banned = false;
    return `Unbanned ${player.name}`;
  },
  lp(world, [, name = '', parent, what = '', group = '']) {
    if (!NAME.test(name) || parent !== 'parent' || !['add', 'remove'].includes(what)) return FORM;
    if (!isGroup(group)) return `[LP] A group named '${group}' does not exist!`;
    setGroup(world.player(name), group, what === 'add');
    return `[LP] ${name} ${what === 'add' ? 'now inherits' : 'no longer inherits'} permissions from ${group}.`;
  },
  eco(world, [what = '', name = '', amount]) {
    const coins = amountOf(amount);
    if (!['give', 'take'].includes(what) || !NAME.test(name) || coins === 0) return FORM;
    const player = world.player(name);
    player.coins = Math.max(0, player.coins + (what === 'give' ? coins : -coins));
    return `${player.name} agora tem ${player.coins} moedas.`;
  },
};

export const isCommand = (name: string): boolean => Object.hasOwn(COMMANDS, name);

/** Runs a line that was split at its spaces, and writes line and answer into the console. Leaves saving to the caller. */
export function runCommand(world: World, argv: readonly string[]): void {
  const [name = '', ...args] = argv;
  world.say(`> ${argv.join(' ')}`);
  world.say(COMMANDS[name]?.(world, args) ?? `${FORM}: ${name}`);
}
