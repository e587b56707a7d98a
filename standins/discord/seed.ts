import { addChannel } from './channels.ts';
import type { Channel } from './model.ts';
import { PERMISSION } from './permissions.ts';
import { SNOWFLAKE } from './snowflake.ts';
import { addBot, join, makeBotUser, makeGuild, type World } from './world.ts';

type SeedUser = {
  id?: string;
  username: string;
  globalName?: string | null;
  email?: string | null;
  verified?: boolean;
  avatar?: string | null;
  mfaEnabled?: boolean;
};
type SeedRole = { id?: string; name: string; position?: number; permissions?: string; managed?: boolean };
type SeedMember = { userId: string; roleIds?: string[] };
type SeedGuild = {
  id?: string;
  name: string;
  ownerId: string;
  mfaLevel?: 0 | 1;
  roles?: SeedRole[];
  channels?: { id?: string; name: string; kind?: Channel['kind'] }[];
  members?: SeedMember[];
  bans?: string[];
  /** false: the bot was never invited. Without a position its role stands above all others. */
  bot?: false | { permissions?: string; position?: number };
};
export type Seed = { users?: SeedUser[]; guilds?: SeedGuild[] };

/** As in the product's invitation. */
const USUAL_BOT_BITS =
  PERMISSION.MANAGE_ROLES | PERMISSION.BAN_MEMBERS | PERMISSION.VIEW_CHANNEL | PERMISSION.SEND_MESSAGES;

/** The demo's people, servers and roles. Their ids are fixed, so that a demo store can name them. */
export const DEMO = {
  ana: '284102390184210432',
  bruno: '391822001983488001',
  carla: '402881277210034177',
  davi: '518820019922331648',
  eva: '620019283712004096',
  fabio: '733100928371200512',
  cidadeAlta: '910028371920012288',
  vilaNova: '920019283771200640',
  auroraCraft: '930019283771200640',
  morador: '910028371920012301',
  vip: '910028371920012302',
  vipOuro: '910028371920012303',
  moderacao: '910028371920012304',
  impulsionador: '910028371920012305',
  craftVip: '930019283771200701',
  craftNobre: '930019283771200702',
  compras: '910028371920012401',
  avisos: '910028371920012402',
} as const;

export const DEMO_SEED: Seed = {
  users: [
    {
      id: DEMO.ana,
      username: 'ana.dona',
      globalName: 'Ana Souza',
      email: 'ana@exemplo.com.br',
      avatar: 'a1b2c3d4e5f60718',
    },
    { id: DEMO.bruno, username: 'bruno_rp', globalName: 'Bruno Lima', email: 'bruno@exemplo.com.br' },
    { id: DEMO.carla, username: 'carla.semmail', globalName: null, email: null },
    { id: DEMO.davi, username: 'davi_novo', globalName: 'Davi', email: 'davi@exemplo.com.br', verified: false },
    { id: DEMO.eva, username: 'eva.mod', globalName: 'Eva Moderadora', email: 'eva@exemplo.com.br' },
    { id: DEMO.fabio, username: 'fabio.fora', globalName: 'Fábio (fora do servidor)', email: 'fabio@exemplo.com.br' },
  ],
  guilds: [
    {
      id: DEMO.cidadeAlta,
      name: 'Cidade Alta RP',
      ownerId: DEMO.ana,
      roles: [
        { id: DEMO.morador, name: 'Morador', position: 1 },
        { id: DEMO.vip, name: 'VIP', position: 2 },
        { id: DEMO.vipOuro, name: 'VIP Ouro', position: 3 },
        { id: DEMO.impulsionador, name: 'Impulsionador', position: 4, managed: true },
        { id: DEMO.moderacao, name: 'Moderação', position: 6, permissions: String(PERMISSION.MANAGE_GUILD) },
      ],
      channels: [
        { id: DEMO.compras, name: 'compras' },
        { id: DEMO.avisos, name: 'avisos-da-loja' },
        { name: 'Sala de voz', kind: 'voice' },
      ],
      members: [
        { userId: DEMO.bruno, roleIds: [DEMO.morador] },
        { userId: DEMO.carla },
        { userId: DEMO.davi },
        { userId: DEMO.eva, roleIds: [DEMO.moderacao] },
      ],
      bot: { position: 5 },
    },
    {
      id: DEMO.vilaNova,
      name: 'Vila Nova RP',
      ownerId: DEMO.ana,
      roles: [{ name: 'Cidadão', position: 1 }],
      members: [{ userId: DEMO.bruno }],
      bot: false,
    },
    {
      id: DEMO.auroraCraft,
      name: 'Aurora Craft',
      ownerId: DEMO.ana,
      roles: [
        { id: DEMO.craftVip, name: 'VIP', position: 1 },
        { id: DEMO.craftNobre, name: 'Nobre', position: 2 },
      ],
      channels: [{ name: 'compras' }],
      members: [{ userId: DEMO.bruno }, { userId: DEMO.carla }, { userId: DEMO.eva }],
    },
  ],
};

const own = (id: string | undefined, world: World): string => {
  if (id === undefined) return world.newId();
  if (!SNOWFLAKE.test(id)) throw new RangeError(`not a snowflake: ${id}`);
  return id;
};

/**
 * Adds people, then servers; an existing id is replaced. Returns the ids in the given order.
 * Throws RangeError when a named thing does not exist or an id is no snowflake.
 */
export function plant(world: World, seed: Seed): { userIds: string[]; guildIds: string[] } {
  const bot = makeBotUser(world.application);
  world.users.set(bot.id, bot);
  const userIds = (seed.users ?? []).map((input) => {
    const id = own(input.id, world);
    const { username, globalName = null, email = null, avatar = null, mfaEnabled = false } = input;
    const verified = input.verified ?? email !== null;
    world.users.set(id, { id, username, globalName, email, verified, avatar, mfaEnabled, bot: false });
    return id;
  });
  const guildIds = (seed.guilds ?? []).map((input) => plantGuild(world, input));
  return { userIds, guildIds };
}

function plantGuild(world: World, input: SeedGuild): string {
  const guild = makeGuild(world, { ...input, id: own(input.id, world) });
  for (const [index, role] of (input.roles ?? []).entries()) {
    const id = own(role.id, world);
    guild.roles.set(id, {
      id,
      name: role.name,
      position: role.position ?? index + 1,
      permissions: BigInt(role.permissions ?? 0),
      color: 0,
      managed: role.managed ?? false,
      botId: null,
    });
  }
  for (const { id, name, kind } of input.channels ?? []) addChannel(world, guild, name, kind, own(id, world));
  if (input.bot !== false) {
    const highest = Math.max(...[...guild.roles.values()].map((role) => role.position));
    addBot(world, guild, BigInt(input.bot?.permissions ?? USUAL_BOT_BITS), input.bot?.position ?? highest + 1);
  }
  for (const member of input.members ?? []) {
    const roleIds = member.roleIds ?? [];
    for (const id of roleIds) if (!guild.roles.has(id)) throw new RangeError(`no such role: ${id}`);
    join(world, guild, member.userId).roleIds = [...roleIds];
  }
  for (const userId of input.bans ?? []) {
    const outsider = !guild.members.delete(userId);
    guild.bans.set(userId, { userId, reason: null, outsider });
  }
  return guild.id;
}
