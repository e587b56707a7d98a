import type { DiscordAction } from '@vitrine/contract/actions';
import { limits } from '@vitrine/contract/limits';
import { Field } from '../../../../ui/field.tsx';
import { ChannelField } from '../../../discord/channel-field.client.tsx';
import { ServerField } from '../../../store/server-field.client.tsx';
import { RoleField } from '../../role-field.client.tsx';
import { PlaceholderInput } from '../../suggestions/placeholder-input.client.tsx';
import type { FieldsProps, TargetForm } from '../target-form.ts';

const empty = { roleId: '', roleName: '', channelId: '', channelName: '', message: '' };

function Fields({ type, draft, errors, change, fields, options }: FieldsProps<typeof empty>) {
  const { server, roleId, roleName, channelId, channelName } = draft;
  const alone =
    type === 'send_direct' ? ' Só recebe quem está no seu servidor do Discord e aceita mensagens diretas.' : '';
  return (
    <>
      {type ? (
        <ServerField
          target="discord"
          value={server}
          error={errors.server}
          // Roles and channels belong to their server.
          onChange={(chosen) => change({ server: chosen, roleId: '', roleName: '', channelId: '', channelName: '' })}
        />
      ) : null}
      {fields.includes('roleId') ? (
        <RoleField
          key={server}
          server={server}
          roleId={roleId}
          roleName={roleName}
          error={errors.roleId}
          onChange={change}
        />
      ) : null}
      {fields.includes('channelId') ? (
        <ChannelField
          key={server}
          server={server}
          channelId={channelId}
          channelName={channelName}
          error={errors.channelId}
          onChange={change}
        />
      ) : null}
      {fields.includes('message') ? (
        <Field
          label="Mensagem"
          error={errors.message}
          help={`Digite {{ para usar uma variável. Ninguém é mencionado, e um reembolso não apaga a mensagem.${alone}`}
        >
          <PlaceholderInput
            lines
            value={draft.message}
            onChange={(message) => change({ message })}
            options={options}
            maxLength={limits.discordMessageMax}
            placeholder="{{nome}} comprou {{produto}}. Obrigado!"
          />
        </Field>
      ) : null}
    </>
  );
}

/** Roles, bans and messages of a Discord server. */
export const discord = {
  empty,
  fields: {
    add_role: ['roleId'],
    remove_role: ['roleId'],
    ban: [],
    unban: [],
    send_message: ['channelId', 'message'],
    send_direct: ['message'],
  },
  optional: ['roleName', 'channelName'],
  Fields,
} satisfies TargetForm<typeof empty, DiscordAction['type']>;
