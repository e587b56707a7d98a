import type { Deps } from '../../deps.ts';
import { DiscordError } from '../../integrations/discord/rest.ts';
import { discordOf } from './discord.ts';

export const INTERACTIONS_PATH = '/discord/interactions';
const MANAGE_GUILD = '32';
const CHAT_INPUT = 1;
const STRING = 3;
const inServers = { type: CHAT_INPUT, contexts: [0], integration_types: [0], default_member_permissions: MANAGE_GUILD };

/** The bot's commands (facts/discord.md section 6). Replacing them all is what makes this repeatable. */
const commands = [
  {
    ...inServers,
    name: 'conectar',
    description: 'Conecta este servidor à sua loja',
    options: [
      {
        type: STRING,
        name: 'token',
        description: 'Token de identificação da loja',
        required: true,
        min_length: 20,
        max_length: 100,
      },
    ],
  },
  { ...inServers, name: 'desconectar', description: 'Desfaz a conexão com a loja' },
  { ...inServers, name: 'status', description: 'Mostra a conexão e as permissões do bot' },
];

/**
 * Registers the commands and the address of interactions. An address that Discord refuses (it must be public and answer
 * its PING) is told in the log and not tried again: only a person can change it.
 */
export async function setUpDiscord({ config, log }: Deps): Promise<void> {
  const rest = discordOf(config);
  if (!rest || !config.discord.publicKey) return;
  const application = config.discord.clientId ?? (await rest.call<{ id: string }>('GET', '/applications/@me'))?.id;
  await rest.call('PUT', `/applications/${application}/commands`, { body: commands });
  const url = config.publicUrl + INTERACTIONS_PATH;
  try {
    await rest.call('PATCH', '/applications/@me', { body: { interactions_endpoint_url: url }, timeout: 10_000 });
  } catch (error) {
    if (!(error instanceof DiscordError) || error.status !== 400) throw error;
    log.warn({ url, code: error.code }, 'Discord does not accept this address for interactions');
  }
}
