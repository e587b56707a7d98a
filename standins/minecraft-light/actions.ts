import type { Action, Job, Outcome } from '../../sdk/src/game/types.ts';
import { isCommand, runCommand } from './commands.ts';
import { GROUPS, give, hasRoom, isMaterial, type Player, setGroup, type World } from './world.ts';

const KIND = 'minecraft_name';

/** The key by which the protocol names a player who is there. */
export const keyOf = ({ name }: Player): string => `${KIND}:${name.toLowerCase()}`;

const done = (code: string, detail?: Outcome['detail']): Outcome => ({
  status: 'succeeded',
  code,
  ...(detail && { detail }),
});
const failed = (code: string): Outcome => ({ status: 'failed', code });

/** Notes a change: writes it into the console, and saves the file with the change and the delivery's id. */
function changed(world: World, job: Job, what: string): void {
  world.say(`[Vitrine] ${what}: ${job.label}`);
  world.save(job.id);
}

type Effect = (world: World, player: Player, job: Job) => Outcome;

const money =
  (sign: 1 | -1): Effect =>
  (world, player, job) => {
    const before = player.coins;
    player.coins = Math.max(0, before + sign * (job.args.amount ?? 0));
    changed(world, job, `${player.name} tem ${player.coins} moedas`);
    return done('ok', { before, after: player.coins });
  };

const group =
  (member: boolean): Effect =>
  (world, player, job) => {
    const name = job.args.group ?? '';
    if (!GROUPS.some((one) => one === name)) return failed('invalid_group');
    const had = player.groups.includes(name);
    const place = { place: `group:${name}`, prior: had ? name : '', stands: member ? name : '' };
    if (had === member) return done(member ? 'already_owned' : 'not_owned', place);
    setGroup(player, name, member);
    changed(world, job, `${player.name} ${member ? 'entrou no' : 'saiu do'} grupo ${name}`);
    return done('ok', place);
  };

const whitelist =
  (member: boolean): Effect =>
  (world, player, job) => {
    if (player.whitelisted === member) return done(member ? 'already_owned' : 'not_owned');
    player.whitelisted = member;
    changed(world, job, `${player.name} ${member ? 'entrou na' : 'saiu da'} whitelist`);
    return done('ok');
  };

const item: Effect = (world, player, job) => {
  const { item: material = '', amount = 0 } = job.args;
  if (!isMaterial(material)) return failed('invalid_item');
  if (!hasRoom(player, material, amount)) return { status: 'deferred', code: 'inventory_full' };
  const before = player.items[material] ?? 0;
  give(player, material, amount);
  changed(world, job, `${player.name} recebeu ${amount}× ${material}`);
  return done('ok', { before, after: before + amount });
};

const pardon: Effect = (world, player, job) => {
  if (!player.banned) return done('not_banned');
  player.banned = false;
  changed(world, job, `${player.name} não está mais banido`);
  return done('ok');
};

const command: Effect = (world, _player, job) => {
  const argv = job.args.argv ?? [];
  if (!isCommand(argv[0] ?? '')) return failed('command_not_found');
  runCommand(world, argv);
  world.save(job.id);
  return done('executed');
};

/** What the server does for each action of the protocol. After an interruption the world's file says whether it happened. */
export function actionsOn(world: World): Record<string, Action> {
  const action = (effect: Effect, offline = true): Action => ({
    online: true,
    offline,
    happened: ({ id }) => world.hasDelivered(id),
    run(job) {
      const { kind, value } = job.player.identity ?? { kind: '', value: '' };
      return kind === KIND ? effect(world, world.player(value), job) : failed('player_not_found');
    },
  });
  return {
    execute_command: action(command),
    add_group: action(group(true)),
    remove_group: action(group(false)),
    add_money: action(money(1)),
    remove_money: action(money(-1)),
    add_item: action(item, false),
    add_whitelist: action(whitelist(true)),
    remove_whitelist: action(whitelist(false)),
    remove_ban: action(pardon),
  };
}
