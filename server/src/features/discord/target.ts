import type { Action } from '@vitrine/contract/actions';
import { snowflakePattern } from '@vitrine/contract/actions';
import { enqueue } from '../../jobs/enqueue.ts';
import type { ActionKind, DeliveryTarget } from '../deliveries/delivery-target.ts';
import { renderMessage } from '../deliveries/render/render-fields.ts';

type DiscordAction = Extract<Action, { target: 'discord' }>;
type Of<T extends DiscordAction['type']> = Extract<DiscordAction, { type: T }>;

/** A role that is given or taken. Only its id has an effect; its name is for sentences. */
const role: Omit<ActionKind<Of<'add_role' | 'remove_role'>>, 'takenBackBy'> = {
  repeatable: true,
  endsItem: false,
  subject: ({ roleId }) => `role:${roleId}`,
  render({ roleId, roleName = '' }) {
    const args = { roleId, roleName };
    return snowflakePattern.test(roleId) ? { args } : { args, problem: 'O cargo do Discord não é válido' };
  },
  fieldsOf: ({ roleId, roleName }) => ({
    roleId: String(roleId ?? ''),
    ...(roleName ? { roleName: String(roleName) } : {}),
  }),
};

const ban: Omit<ActionKind<Of<'ban' | 'unban'>>, 'takenBackBy'> = {
  repeatable: true,
  endsItem: false,
  subject: () => 'ban',
  render: () => ({ args: {} }),
  fieldsOf: () => ({}),
};

/** A text that people read: nothing takes it back, and a second one would be seen. */
const message = { repeatable: false, endsItem: false } as const;

const channelMessage: ActionKind<Of<'send_message'>> = {
  ...message,
  buyerText: 'Mensagem no servidor do Discord',
  render({ channelId, channelName = '', message: template }, values) {
    const made = renderMessage(template, values);
    const args = { ...made.args, channelId, channelName };
    if ('problem' in made) return { ...made, args };
    return snowflakePattern.test(channelId) ? { args } : { args, problem: 'O canal do Discord não é válido' };
  },
  fieldsOf: ({ channelId, channelName, message: text }) => ({
    channelId: String(channelId ?? ''),
    ...(channelName ? { channelName: String(channelName) } : {}),
    message: String(text ?? ''),
  }),
};

const directMessage: ActionKind<Of<'send_direct'>> = {
  ...message,
  buyerText: 'Mensagem direta no Discord',
  render: (action, values) => renderMessage(action.message, values),
  fieldsOf: (args) => ({ message: String(args.message ?? '') }),
};

/** A store's Discord server: jobs carry deliveries there, one at a time for each store. */
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
