import type { Action } from '@vitrine/contract/actions';
import { snowflakePattern } from '@vitrine/contract/actions';
import { enqueue } from '../../jobs/enqueue.ts';
import type { ActionKind, DeliveryTarget } from '../deliveries/delivery-target.ts';
import { renderMessage } from '../deliveries/render/render-fields.ts';

type DiscordAction = Extract<Action, { target: 'discord' }>;
type Of<T extends DiscordAction['type']> = Extract<DiscordAction, { type: T }>;

/** The Discord server that an action names, as an argument and back; nothing for the main one. */
const at = ({ server }: { server?: unknown }): Record<string, string> =>
  server === undefined ? {} : { server: String(server) };

/** A role that is given or taken. Only its id has an effect; its name is for sentences. Its id belongs to one server. */
const role: Omit<ActionKind<Of<'add_role' | 'remove_role'>>, 'takenBackBy'> = {
  repeatable: true,
  endsItem: false,
  subject: ({ roleId }) => `role:${roleId}`,
  render({ roleId, roleName = '', ...action }) {
    const args = { roleId, roleName, ...at(action) };
    return snowflakePattern.test(roleId) ? { args } : { args, problem: 'O cargo do Discord não é válido' };
  },
  fieldsOf: ({ roleId, roleName, ...args }) => ({
    roleId: String(roleId ?? ''),
    ...(roleName ? { roleName: String(roleName) } : {}),
    ...at(args),
  }),
};

const ban: Omit<ActionKind<Of<'ban' | 'unban'>>, 'takenBackBy'> = {
  repeatable: true,
  endsItem: false,
  // The end of a ban on one server lifts none on another.
  subject: ({ server }) => (server === undefined ? 'ban' : `ban@${server}`),
  render: (action) => ({ args: at(action) }),
  fieldsOf: at,
};

/** A text that people read: nothing takes it back, and a second one would be seen. */
const message = { repeatable: false, endsItem: false } as const;

const channelMessage: ActionKind<Of<'send_message'>> = {
  ...message,
  buyerText: 'Mensagem no servidor do Discord',
  render({ channelId, channelName = '', message: template, ...action }, values) {
    const made = renderMessage(template, values);
    const args = { ...made.args, channelId, channelName, ...at(action) };
    if ('problem' in made) return { ...made, args };
    return snowflakePattern.test(channelId) ? { args } : { args, problem: 'O canal do Discord não é válido' };
  },
  fieldsOf: ({ channelId, channelName, message: text, ...args }) => ({
    channelId: String(channelId ?? ''),
    ...(channelName ? { channelName: String(channelName) } : {}),
    message: String(text ?? ''),
    ...at(args),
  }),
};

const directMessage: ActionKind<Of<'send_direct'>> = {
  ...message,
  buyerText: 'Mensagem direta no Discord',
  render({ message: template, ...action }, values) {
    const made = renderMessage(template, values);
    return { ...made, args: { ...made.args, ...at(action) } };
  },
  fieldsOf: (args) => ({ message: String(args.message ?? ''), ...at(args) }),
};

/** A store's Discord servers: jobs carry deliveries there, one at a time for each store. */
export const discord: DeliveryTarget<DiscordAction> = {
  receiver: 'discord_id',
  wake: (tx, store) => enqueue(tx, 'discord.deliver', { storeId: store }),
  keepsServer: false,
  kinds: {
    add_role: { ...role, takenBackBy: 'remove_role' },
    remove_role: role,
    ban: { ...ban, takenBackBy: 'unban' },
    unban: ban,
    send_message: channelMessage,
    send_direct: directMessage,
  },
  words: { sent: 'Com o Discord', queued: () => null },
};
