import { bytesOf, Handle, textOf, type Value } from '../wire.ts';
import { type Ban, effect, type Player, type World, writeDisk } from '../world.ts';
import type { Functions } from './function.ts';

/**
 * [account] is Server/mods/deathmatch/logic/luadefs/CLuaAccountDefs.cpp, [ban] CLuaBanDefs.cpp at 11fe9ed, [element]
 * CLuaElementDefs.cpp and [player] CLuaPlayerDefs.cpp beside it, all of multitheftauto/mtasa-blue.
 */

/** MTA cuts a player's money here (docs/spec/facts/game-servers.md 8.3). */
const MOST_MONEY = 99_999_999;

export const playerOf = (world: World, value: Value): Player | undefined =>
  value instanceof Handle ? world.players.get(value.id) : undefined;
const accountHandle = (name: string): Handle => new Handle(`account:${Buffer.from(name).toString('hex')}`);
const accountName = (value: Value): string =>
  value instanceof Handle && value.id.startsWith('account:') ? Buffer.from(value.id.slice(8), 'hex').toString() : '';
const accountOf = (world: World, value: Value) => world.disk.accounts.find(({ name }) => name === accountName(value));
const banId = ({ nick, serial }: Ban): string => `ban:${Buffer.from(`${serial} ${nick}`).toString('hex')}`;
const banOf = (world: World, value: Value) =>
  world.disk.bans.find((one) => value instanceof Handle && banId(one) === value.id);

const plain = (value: unknown): Value =>
  typeof value === 'string'
    ? bytesOf(value)
    : typeof value === 'number' || typeof value === 'boolean'
      ? value
      : undefined;

function changeMoney(world: World, [who, amount]: Value[], sign: number): boolean {
  const player = playerOf(world, who);
  if (!player || typeof amount !== 'number') return false;
  effect(world, 'money', player.account ?? '', sign * amount, () => {
    player.money = Math.max(-MOST_MONEY, Math.min(MOST_MONEY, player.money + sign * amount));
  });
  return true;
}

export const people: Functions = {
  // [element] getElementsByType
  getElementsByType: (world, [kind]) =>
    textOf(kind) === 'player' ? [...world.players.keys()].map((id) => new Handle(id)) : [],
  // [element] getElementType
  getElementType: (world, [one]) =>
    playerOf(world, one) ? 'player' : one instanceof Handle && one.id === 'console' ? 'console' : false,
  // [element] isElement
  isElement: (world, [one]) => playerOf(world, one) !== undefined,
  // [element] getElementData: false where there is none
  getElementData: (world, [one, key]) => plain(playerOf(world, one)?.data.get(textOf(key))) ?? false,
  // [element] setElementData
  setElementData(world, [one, key, value]) {
    const player = playerOf(world, one);
    if (!player) return false;
    effect(world, 'data', player.account ?? '', textOf(key), () =>
      player.data.set(textOf(key), typeof value === 'string' ? textOf(value) : value),
    );
    return true;
  },
  // [player] getPlayerName
  getPlayerName: (world, [one]) => {
    const nick = playerOf(world, one)?.nick;
    return nick === undefined ? false : bytesOf(nick);
  },
  // [player] getPlayerMoney
  getPlayerMoney: (world, [one]) => playerOf(world, one)?.money ?? false,
  // [player] givePlayerMoney
  givePlayerMoney: (world, args) => changeMoney(world, args, 1),
  // [player] takePlayerMoney
  takePlayerMoney: (world, args) => changeMoney(world, args, -1),
  getMaxPlayers: () => 64,
  // [account] getPlayerAccount: a guest account for whoever is not logged in
  getPlayerAccount(world, [one]) {
    const player = playerOf(world, one);
    return player
      ? player.account === undefined
        ? new Handle('account:guest')
        : accountHandle(player.account)
      : false;
  },
  // [account] isGuestAccount
  isGuestAccount: (_world, [account]) => account instanceof Handle && account.id === 'account:guest',
  // [account] getAccount: the name's case counts, and guests are no accounts
  getAccount: (world, [name]) =>
    world.disk.accounts.some((one) => one.name === textOf(name)) ? accountHandle(textOf(name)) : false,
  // [account] getAccountName
  getAccountName: (world, [account]) => {
    const name = accountOf(world, account)?.name;
    return name === undefined ? 'guest' : bytesOf(name);
  },
  // [account] getAccountPlayer
  getAccountPlayer(world, [account]) {
    const found = [...world.players.values()].find((one) => one.account === accountName(account));
    return found ? new Handle(found.id) : false;
  },
  // [account] getAccountSerial: an empty text for an account that was never used
  getAccountSerial: (world, [account]) => accountOf(world, account)?.serial ?? false,
  // [ban] getBans
  getBans: (world) => world.disk.bans.map((ban) => new Handle(banId(ban))),
  // [ban] getBanSerial: false for one without a serial
  getBanSerial: (world, [ban]) => banOf(world, ban)?.serial || false,
  // [ban] getBanNick
  getBanNick: (world, [ban]) => bytesOf(banOf(world, ban)?.nick ?? '') || false,
  // [ban] removeBan. The list is written at once.
  removeBan(world, [ban]) {
    const found = banOf(world, ban);
    if (!found) return false;
    effect(world, 'ban', found.nick, found.serial, () => {
      world.disk.bans = world.disk.bans.filter((one) => one !== found);
      writeDisk(world);
    });
    return true;
  },
};
