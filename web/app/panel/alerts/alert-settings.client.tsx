import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  SavedAlertSettings,
  AlertSettings as Settings,
  AlertSettingsInput as SettingsInput,
} from '@vitrine/contract/alerts';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { ApiError, errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Switch, TextInput } from '../../ui/inputs.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Alert, Card, SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { ChannelField } from '../discord/channel-field.client.tsx';
import { type FieldWords, field } from '../form/edited/differences.ts';
import { fillForm } from '../form/edited/fill-form.ts';
import { useEdited } from '../form/edited/use-edited.client.tsx';
import { UnsavedBar } from '../form/form-bar.client.tsx';
import { lateResolver } from '../form/late-resolver.ts';
import { useUnsavedChanges } from '../form/unsaved-changes.ts';
import { GivenUp, useWaiting, whenOnline } from '../layout/online.ts';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { keyOf, refreshAfter } from '../store/query-keys.ts';
import { ServerField } from '../store/server-field.client.tsx';

const resolver = lateResolver<SettingsInput, Settings>(async () => {
  const [{ zodResolver }, { AlertSettingsEdit }] = await Promise.all([
    import('@hookform/resolvers/zod'),
    import('@vitrine/contract/alerts'),
  ]);
  return zodResolver(AlertSettingsEdit.shape.settings);
});

const USUAL_NIGHT = { from: '23:00', until: '08:00' };

/** When a store is told of its alerts, and in which channel. Each member chooses their own mails in `OwnNotices`. */
export function AlertSettings() {
  const store = useCurrentStoreId();
  const query = useQuery({
    queryKey: keyOf('POST /alerts/settings', store),
    queryFn: ({ signal }) => call('POST /alerts/settings', { body: {}, store, signal }),
  });
  if (query.isLoadingError) {
    return (
      <Card>
        <LoadFailure title="Erro ao carregar dados" query={query} />
      </Card>
    );
  }
  if (!query.data) return <SkeletonRows rows={4} />;
  return <SettingsForm key={store} store={store} saved={query.data} channelProblem={query.data.channelProblem} />;
}

interface SettingsFormProps {
  store: string | null;
  saved: SavedAlertSettings;
  channelProblem: string | null;
}

const readOf = ({ settings, version }: SavedAlertSettings) => ({ version, state: settings as SettingsInput });

/** The fields, for the dialog that asks which of two saves stays. */
const words: FieldWords<SettingsInput>[] = [
  field('silenceMinutes', 'Minutos sem contato com um servidor'),
  {
    paths: ['quiet'],
    label: 'Horas de silêncio',
    text: ({ quiet }) => (quiet ? `Das ${quiet.from} até as ${quiet.until}` : 'Nenhuma'),
  },
  {
    paths: ['channel'],
    label: 'Canal no Discord',
    text: ({ channel }) => (channel ? `#${channel.name || channel.id}` : 'Nenhum'),
    // the server and the name belong to the channel
    compared: ({ channel }) => channel?.id,
  },
];

function SettingsForm({ store, saved, channelProblem }: SettingsFormProps) {
  const { settings } = saved;
  const queries = useQueryClient();
  const form = useForm<SettingsInput, unknown, Settings>({ resolver, defaultValues: settings });
  const { control, formState, register, reset, setValue, watch } = form;
  const { errors, isDirty } = formState;
  const [refusal, setRefusal] = useState<string | null>(null);
  useUnsavedChanges(isDirty);
  const { base, meet, question } = useEdited<SettingsInput>({
    what: 'os alertas',
    dirty: isDirty,
    read: readOf(saved),
    now: () => structuredClone(form.getValues()),
    fill: (from, own, mine) => fillForm(form, from, own, mine),
    stateOf: (current: SavedAlertSettings) => current.settings,
    fields: async () => words,
    submit: () => void submit(),
  });
  // Changes of other people show with the next answer, unless this person is editing.
  useEffect(() => {
    if (isDirty) return;
    reset(saved.settings);
    base.current = readOf(saved);
  }, [saved, isDirty, reset, base]);

  /** Puts the stored settings into the copy of the answer, so that they show before the next answer. */
  const keep = ({ settings, version }: SavedAlertSettings) =>
    queries.setQueryData(
      keyOf('POST /alerts/settings', store),
      (before?: object) => before && { ...before, settings, version },
    );
  const done = (now: SavedAlertSettings) => {
    reset(now.settings);
    base.current = readOf(now);
    keep(now);
    void refreshAfter('POST /alerts/settings/edit', store);
    notify.success('Alertas salvos com sucesso!');
  };
  const waiting = useWaiting();
  const save = useMutation({
    onMutate: () => setRefusal(null),
    mutationFn: (edited: Settings) => {
      const body = { settings: edited, version: base.current?.version };
      const send = () => {
        waiting.refuseGivenUp();
        return call('POST /alerts/settings/edit', { body, store });
      };
      return whenOnline(send, { twice: true });
    },
    onSuccess: ({ version }, edited) => done({ settings: edited, version }),
    onError: async (error) => {
      if (error instanceof GivenUp) return;
      const met = await meet(error).catch(() => false as const);
      if (!met || !(error instanceof ApiError)) return setRefusal(errorText(error, 'Erro ao salvar os alertas'));
      const current = error.change?.current as SavedAlertSettings;
      if (met === 'same') done(current);
      else keep(current);
    },
  });
  const submit = form.handleSubmit((edited) => {
    waiting.pressed();
    save.mutate(edited);
  });
  const discard = () => {
    setRefusal(null);
    reset(settings);
    base.current = readOf(saved);
  };
  const quiet = watch('quiet');
  const channel = watch('channel') ?? null;

  return (
    <>
      <form onSubmit={submit} noValidate className="pb-24">
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <Card title="Quando avisar">
            <div className="flex flex-col gap-5">
              <Field
                label="Minutos sem contato com um servidor"
                help="Um reinício costuma levar menos de 5 minutos. Use 8 ou mais."
                error={errors.silenceMinutes?.message}
              >
                <Controller
                  control={control}
                  name="silenceMinutes"
                  render={({ field }) => (
                    <NumberInput
                      {...field}
                      // An empty field is no number, and the rules say so.
                      onChange={(value) => field.onChange(value ?? Number.NaN)}
                      className="max-w-32"
                    />
                  )}
                />
              </Field>
              <Switch
                label="Horas de silêncio"
                help="Nelas só os alertas graves chegam. Os outros avisos esperam e vêm juntos no fim."
                checked={quiet !== null}
                onChange={(event) =>
                  setValue('quiet', event.target.checked ? USUAL_NIGHT : null, { shouldDirty: true })
                }
              />
              {quiet ? (
                <div className="flex flex-wrap gap-4">
                  <Field label="Das" error={errors.quiet?.from?.message}>
                    <TextInput type="time" className="w-36" {...register('quiet.from')} />
                  </Field>
                  <Field label="Até as" error={errors.quiet?.until?.message}>
                    <TextInput type="time" className="w-36" {...register('quiet.until')} />
                  </Field>
                </div>
              ) : null}
            </div>
          </Card>
          <Card title="No Discord">
            <div className="flex flex-col gap-5">
              <Switch
                label="Escrever em um canal"
                help="Os mesmos alertas, uma vez no começo e uma vez no fim. Escolha um canal que só a sua equipe vê."
                checked={channel !== null}
                onChange={(event) =>
                  setValue('channel', event.target.checked ? { id: '', name: '' } : null, { shouldDirty: true })
                }
              />
              {channel ? (
                <ServerField
                  target="discord"
                  value={channel.server ?? ''}
                  error={errors.channel?.server?.message}
                  onChange={(server) =>
                    setValue('channel', { ...(server && { server }), id: '', name: '' }, { shouldDirty: true })
                  }
                />
              ) : null}
              {channel ? (
                <ChannelField
                  key={channel.server}
                  server={channel.server ?? ''}
                  channelId={channel.id}
                  channelName={channel.name ?? ''}
                  error={errors.channel?.id?.message}
                  onChange={({ channelId, channelName }) =>
                    setValue(
                      'channel',
                      { ...(channel.server && { server: channel.server }), id: channelId, name: channelName },
                      { shouldDirty: true, shouldValidate: errors.channel !== undefined },
                    )
                  }
                />
              ) : null}
              {channelProblem && channel && channel.id === settings.channel?.id ? (
                <Alert tone="bad" title="Os alertas não chegam a este canal">
                  {channelProblem}
                </Alert>
              ) : null}
            </div>
          </Card>
        </div>
        {isDirty ? (
          <UnsavedBar refusal={refusal}>
            <Button type="button" tone="quiet" disabled={save.isPending} onClick={discard}>
              Descartar
            </Button>
            <Button type="submit" pending={save.isPending} pendingLabel="Salvando..." className="max-sm:grow">
              Salvar alertas
            </Button>
          </UnsavedBar>
        ) : null}
      </form>
      {question}
    </>
  );
}
