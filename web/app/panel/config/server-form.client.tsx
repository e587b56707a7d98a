import type { Game } from '@vitrine/contract/action-types';
import { type IdentityKind, identityKinds, identityRules } from '@vitrine/contract/identity';
import { limits } from '@vitrine/contract/limits';
import type { StoreConnection } from '@vitrine/contract/store-answers';
import { useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { call } from '../../lib/call.ts';
import { Field } from '../../ui/field.tsx';
import { Select, Textarea, TextInput } from '../../ui/inputs.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { FormDialog } from '../profile/form-dialog.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { GameOptions } from './connect/first-game.client.tsx';

type Server = StoreConnection['servers'][number];

interface ServerValues {
  name: string;
  game: Game;
  silence: string;
  identity: IdentityKind;
  identityLabel: string;
  identityHelp: string;
}

/** A new server with its token. */
export interface Made {
  name: string;
  game: Game;
  apiToken: string;
}

interface ServerFormProps {
  /** Null for a new one. */
  server: Server | null;
  onClose(): void;
  /** A new server was made, and this is its token. */
  onMade(made: Made): void;
}

const NEVER = 'nunca';
const minutes = [5, 10, 15, 30, 60, 180, 720, 1440];
const inWords = (count: number) => (count < 60 ? `${count} minutos` : count === 60 ? '1 hora' : `${count / 60} horas`);

/** Name, patience and the players' id of a server. A new one starts with the usual patience and a city id. */
export function ServerForm({ server, onClose, onMade }: ServerFormProps) {
  const store = useCurrentStoreId();
  const silence = server ? server.silenceMinutes : limits.silenceMinutes;
  const form = useForm<ServerValues>({
    defaultValues: {
      name: server?.name ?? '',
      game: server?.game ?? 'fivem',
      silence: silence === null ? NEVER : String(silence),
      identity: server?.identity ?? 'city_id',
      identityLabel: server?.identityLabel ?? '',
      identityHelp: server?.identityHelp ?? '',
    },
  });
  const made = useRef<Made | null>(null);
  const choices = [...new Set([...minutes, ...(silence === null ? [] : [silence])])].sort((a, b) => a - b);
  return (
    <FormDialog
      form={form}
      open
      onClose={() => (made.current ? onMade(made.current) : onClose())}
      title={server ? `Editar ${server.name}` : 'Adicionar servidor'}
      submitLabel={server ? 'Salvar' : 'Adicionar'}
      pendingLabel="Salvando..."
      failed="Erro ao salvar o servidor"
      onSubmit={async ({ name, game, silence: chosen, ...player }) => {
        if (server) {
          const silenceMinutes = chosen === NEVER ? null : Number(chosen);
          await call('POST /servers/edit', {
            body: { id: server.id, name, silenceMinutes, game, ...(game === server.game && player) },
            store,
          });
          await refreshAfter('POST /servers/edit', store);
        } else {
          const { apiToken } = await call('POST /servers/create', { body: { name, game }, store });
          await refreshAfter('POST /servers/create', store);
          made.current = { name, game, apiToken };
        }
      }}
    >
      <Field label="Nome" error={form.formState.errors.name?.message}>
        <TextInput
          maxLength={limits.seatNameMax}
          {...form.register('name', { required: 'Informe o nome do servidor.' })}
        />
      </Field>
      {server === null || server.lastSeenAt === null ? (
        <Field
          label="Jogo"
          help={server ? 'Pode mudar até a primeira conexão.' : undefined}
          error={form.formState.errors.game?.message}
        >
          <Select {...form.register('game')}>
            <GameOptions />
          </Select>
        </Field>
      ) : null}
      {server ? (
        <Field
          label="Outro servidor com este token pode assumir"
          help="Quando o servidor atual fica sem contato por este tempo. Você recebe um e-mail na hora."
        >
          <Select {...form.register('silence')}>
            {choices.map((count) => (
              <option key={count} value={count}>
                Depois de {inWords(count)}
              </option>
            ))}
            <option value={NEVER}>Só quando eu aprovar</option>
          </Select>
        </Field>
      ) : null}
      {server && form.watch('game') === server.game ? <PlayerFields form={form} server={server} /> : null}
    </FormDialog>
  );
}

/** By which id the server knows its players, and the words in which the checkout asks for it. */
function PlayerFields({ form, server }: { form: UseFormReturn<ServerValues>; server: Server }) {
  const kind = form.watch('identity');
  const { label, help, example } = identityRules[kind];
  const { errors } = form.formState;
  const proposed =
    server.suggested !== null && server.suggested !== kind ? identityRules[server.suggested].label : null;
  return (
    <>
      <Field
        label="ID do jogador"
        help={
          proposed
            ? `A base que está conectada conhece os jogadores por ${proposed}.`
            : 'Por qual ID este servidor conhece quem joga. O checkout pede este ID.'
        }
        error={errors.identity?.message}
      >
        <Select
          {...form.register('identity', {
            // The words of another kind would explain the wrong id.
            onChange: () => {
              form.setValue('identityLabel', '');
              form.setValue('identityHelp', '');
            },
          })}
        >
          {identityKinds.map((one) => (
            <option key={one} value={one}>
              {identityRules[one].label} (ex.: {identityRules[one].example})
            </option>
          ))}
        </Select>
      </Field>
      {kind === server.identity ? null : (
        <Alert tone="warn">
          Pedidos que já existem não têm este ID. O que ainda falta entregar neles sai com o ID antigo, e o servidor não
          encontra o jogador até alguém usar Corrigir ID no pedido.
        </Alert>
      )}
      {kind === 'discord_id' ? null : (
        <>
          <Field label="Nome do campo no checkout" optional error={errors.identityLabel?.message}>
            <TextInput maxLength={limits.identityLabelMax} placeholder={label} {...form.register('identityLabel')} />
          </Field>
          <Field
            label="Onde o comprador encontra este ID"
            optional
            help={`Aparece embaixo do campo. Exemplo de ID: ${example}`}
            error={errors.identityHelp?.message}
          >
            <Textarea
              rows={2}
              maxLength={limits.identityHelpMax}
              placeholder={help}
              {...form.register('identityHelp')}
            />
          </Field>
        </>
      )}
    </>
  );
}
