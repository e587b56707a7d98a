import type { Command } from './commands.ts';
import type { Interaction, SendInput } from './interaction.ts';
import type { User } from './model.ts';
import { permissionsOf } from './permissions.ts';
import { botIsIn, guildOf, type World } from './world.ts';

/** A user as others see them, without e-mail. */
export function publicUser(user: User): Record<string, unknown> {
  return {
    id: user.id,
    username: user.username,
    discriminator: '0',
    global_name: user.globalName,
    avatar: user.avatar,
    public_flags: 0,
    ...(user.bot && { bot: true }),
  };
}

const withType = (command: Command, options: Record<string, string>): unknown[] =>
  Object.entries(options).map(([name, value]) => ({
    name,
    type: command.options.find((option) => option.name === name)?.type ?? 3,
    value,
  }));

/**
 * The body of a command interaction (facts: section 6): `member` inside a server, `user` in a direct message.
 * Throws RangeError when the person or the server does not exist, or the person or the bot is not in it.
 */
export function interactionPayload(
  world: World,
  interaction: Pick<Interaction, 'id' | 'token'>,
  command: Command,
  input: SendInput,
): Record<string, unknown> {
  const user = world.users.get(input.user);
  if (!user) throw new RangeError(`Pessoa desconhecida: ${input.user}`);
  const { application } = world;
  const common = {
    id: interaction.id,
    application_id: application.id,
    type: 2,
    token: interaction.token,
    version: 1,
    locale: 'pt-BR',
    entitlements: [],
    data: {
      id: command.id,
      name: command.name,
      type: command.type,
      options: withType(command, input.options ?? {}),
    },
  };
  if (input.guild === undefined) {
    const owners = { '1': user.id };
    return {
      ...common,
      context: 1,
      app_permissions: '0',
      authorizing_integration_owners: owners,
      user: publicUser(user),
    };
  }
  const guild = guildOf(world, input.guild);
  if (!botIsIn(world, guild)) throw new RangeError('O aplicativo não está neste servidor.');
  const member = guild.members.get(user.id);
  if (!member) throw new RangeError('Esta pessoa não está neste servidor.');
  return {
    ...common,
    context: 0,
    guild_id: guild.id,
    guild: { id: guild.id, locale: 'pt-BR', features: [] },
    guild_locale: 'pt-BR',
    channel_id: guild.id,
    app_permissions: permissionsOf(guild, application.id).toString(),
    authorizing_integration_owners: { '0': guild.id },
    member: {
      user: publicUser(user),
      nick: member.nick,
      roles: member.roleIds,
      joined_at: new Date(member.joinedAt).toISOString(),
      permissions: input.permissions ?? permissionsOf(guild, user.id).toString(),
    },
  };
}
