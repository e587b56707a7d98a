import {
  type APIApplication,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
  type RESTPatchCurrentApplicationJSONBody,
  type RESTPutAPIApplicationCommandsJSONBody,
  Routes,
} from 'discord-api-types/v10';
import type { Deps } from '../../deps.ts';
import { DiscordError } from '../../integrations/discord/rest.ts';
import { discordOf } from './discord.ts';

export const INTERACTIONS_PATH = '/discord/interactions';
const inServers = {
  type: ApplicationCommandType.ChatInput,
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
  default_member_permissions: String(PermissionFlagsBits.ManageGuild),
};

/** The bot's commands (facts/discord.md section 6). They are replaced all together, so this may be repeated. */
const commands: RESTPutAPIApplicationCommandsJSONBody = [
  {
    ...inServers,
    name: 'conectar',
    description: 'Conecta este servidor à sua loja',
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'token',
        description: 'Token de identificação da loja',
        required: true,
        min_length: 20,
        max_length: 100,
      },
    ],
  },
  { ...inServers, name: 'desconectar', description: 'Desfaz a conexão com a loja' },
  {
    ...inServers,
    name: 'resgatar',
    description: 'Recebe de novo os cargos das suas compras',
    // For everybody in the server.
    default_member_permissions: null,
  },
  {
    ...inServers,
    default_member_permissions: String(PermissionFlagsBits.Administrator),
    name: 'servidores',
    description: 'Mostra e aprova servidores de jogo que esperam',
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'aprovar',
        description: 'Código do servidor que assume as entregas',
        required: false,
        max_length: 40,
      },
    ],
  },
  { ...inServers, name: 'status', description: 'Mostra a conexão e as permissões do bot' },
];

/**
 * Registers the commands and the address of interactions. If Discord refuses the address (it must be public and answer
 * its PING), the log says so and nothing is tried again, because only a person can change it.
 */
export async function setUpDiscord({ db, config, log }: Deps): Promise<void> {
  const rest = discordOf({ db, config });
  if (!rest || !config.discord.publicKey) return;
  const application =
    config.discord.clientId ?? (await rest.call<APIApplication>('GET', Routes.currentApplication()))?.id;
  if (!application) throw new Error('Discord does not name the application of this bot token');
  await rest.call('PUT', Routes.applicationCommands(application), { body: commands });
  const url = config.publicUrl + INTERACTIONS_PATH;
  try {
    const body: RESTPatchCurrentApplicationJSONBody = { interactions_endpoint_url: url };
    await rest.call('PATCH', Routes.currentApplication(), { body, timeout: 10_000 });
  } catch (error) {
    if (!(error instanceof DiscordError) || error.status !== 400) throw error;
    log.warn({ url, code: error.code }, 'Discord does not accept this address for interactions');
  }
}
