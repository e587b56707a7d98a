import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Store } from '@vitrine/contract/store-answers';
import type { StoreEdit } from '@vitrine/contract/stores';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { showAtField } from '../../lib/form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Alert, PageHeader, SkeletonRows } from '../../ui/surfaces.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { notify } from '../../ui/toast.tsx';
import { fillForm } from '../form/edited/fill-form.ts';
import { useEdited } from '../form/edited/use-edited.client.tsx';
import { UnsavedBar } from '../form/form-bar.client.tsx';
import { uploadImage } from '../form/images.ts';
import { lateResolver } from '../form/late-resolver.ts';
import { useUnsavedChanges } from '../form/unsaved-changes.ts';
import { useSaveQuestion } from '../form/use-save-question.client.tsx';
import { GivenUp, useWaiting, whenOnline } from '../layout/online.ts';
import { useTab } from '../layout/use-tab.ts';
import { useCurrentStore } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { keepStore } from '../store/store-queries.ts';
import type { Pictures } from './appearance-tab.client.tsx';
import {
  addressQuestion,
  type ConfigTab,
  configTabIds,
  configTabTexts,
  refusedFields,
  type SettingsValues,
  settingsOf,
  tabOfErrors,
} from './settings-form.ts';
import { StoreTab } from './store-tab.client.tsx';

// The first tab is loaded with the screen, each of the others when it is opened.
const AppearanceTab = lazy(async () => ({ default: (await import('./appearance-tab.client.tsx')).AppearanceTab }));
const PaymentsTab = lazy(async () => ({ default: (await import('./payments-tab.client.tsx')).PaymentsTab }));
const LegalTab = lazy(async () => ({ default: (await import('./legal-tab.client.tsx')).LegalTab }));
const DangerTab = lazy(async () => ({ default: (await import('./danger-tab.client.tsx')).DangerTab }));
const DiscordTab = lazy(async () => ({ default: (await import('./discord-tab.client.tsx')).DiscordTab }));
const ServersTab = lazy(async () => ({ default: (await import('./servers-tab.client.tsx')).ServersTab }));

const resolver = lateResolver<SettingsValues, StoreEdit>(async () => {
  const [{ zodResolver }, contract] = await Promise.all([
    import('@hookform/resolvers/zod'),
    import('@vitrine/contract/stores'),
  ]);
  return zodResolver(contract.StoreEdit);
});

/** /config: everything about the current store. The shell shows it only when the stores are loaded. */
export function StoreSettings() {
  const store = useCurrentStore();
  return (
    <>
      <PageHeader title="Configurações" description="Como sua loja se chama, se parece, recebe e entrega." />
      {store ? <SettingsForm key={store.id} store={store} /> : <SkeletonRows rows={5} className="h-20" />}
    </>
  );
}

/** Tabs without a save button: their own buttons and dialogs act at once. */
const actsAtOnce: ReadonlySet<ConfigTab> = new Set<ConfigTab>(['servidores', 'discord', 'perigo']);

/** Saving may upload two pictures and check a token at the payment provider. In ms. */
const SAVE_TIMEOUT_MS = 30_000;

function SettingsForm({ store }: { store: Store }) {
  const [tab, open] = useTab(configTabIds);
  const queries = useQueryClient();
  const [pictures, setPictures] = useState<Pictures>({});
  const [generation, setGeneration] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [ledTo, setLedTo] = useState<ConfigTab | null>(null);
  const form = useForm<SettingsValues, unknown, StoreEdit>({
    resolver,
    defaultValues: settingsOf(store),
    // The field may be on a tab that is not drawn yet; `lead` opens it.
    shouldFocusError: false,
  });
  const { formState, reset } = form;
  const mayEdit = useMay()('store.edit');
  const dirty = formState.isDirty || Object.keys(pictures).length > 0;

  const { base, meet, question, notice, forget } = useEdited<SettingsValues>({
    what: 'as configurações',
    draft: 'settings',
    dirty,
    kept: withoutSecrets,
    read: readOf(store),
    now: () => withPictures(structuredClone(form.getValues()), pictures),
    fill(from, own, mine) {
      const kept = slots.filter((slot) => pictures[slot] !== undefined && own.includes(`branding.${slot}`));
      setPictures(Object.fromEntries(kept.map((slot) => [slot, pictures[slot]])));
      setGeneration((before) => before + (kept.length < Object.keys(pictures).length ? 1 : 0));
      const paths = own.filter((path) => !kept.some((slot) => path === `branding.${slot}`));
      fillForm(form, from, paths, mine);
    },
    stateOf: settingsOf,
    fields: async () => (await import('./settings-fields.ts')).settingsFields,
    submit: () => void submit(),
  });

  // Changes of other people show with the next answer, unless this person is editing.
  const shown = useRef(store);
  useEffect(() => {
    if (dirty || shown.current === store) return;
    shown.current = store;
    reset(settingsOf(store));
    base.current = readOf(store);
  }, [store, dirty, reset, base]);

  const lead = (fields: string[]) => {
    const refused = tabOfErrors(fields);
    setLedTo(refused);
    open(refused, { replace: true });
  };

  /** Drops all edits and starts from this store. */
  const start = (from: Store) => {
    setRefusal(null);
    setPictures({});
    setGeneration((before) => before + 1);
    reset(settingsOf(from));
    base.current = readOf(from);
  };

  const saved = (now: Store) => {
    start(now);
    keepStore(queries, now);
    void refreshAfter('POST /store/edit', now.subdomain);
    notify.success('Configurações salvas com sucesso!');
  };
  const waiting = useWaiting();
  const save = useMutation({
    onMutate: () => setRefusal(null),
    mutationFn: async (input: StoreEdit) => {
      waiting.refuseGivenUp();
      const branding = { ...input.branding };
      for (const slot of slots) {
        const picture = pictures[slot];
        if (picture !== undefined) branding[slot] = picture && (await uploadImage(picture));
      }
      const body = { ...input, branding, version: base.current?.version };
      const send = () => {
        waiting.refuseGivenUp();
        return call('POST /store/edit', { body, timeoutMs: SAVE_TIMEOUT_MS });
      };
      return await whenOnline(send, { twice: true });
    },
    onSuccess: ({ response }) => saved(response),
    onError: async (error) => {
      if (error instanceof GivenUp) return;
      const met = await meet(error).catch(() => false as const);
      if (met && error instanceof ApiError) {
        // The person's choice is filled in over the present settings. The list of stores gets them too, or it would bring back older ones.
        const current = error.change?.current as Store;
        if (met === 'same') saved(current);
        else keepStore(queries, current);
        return;
      }
      const field = error instanceof ApiError ? error.field : undefined;
      if (showAtField(form, error) && field) lead([field]);
      else setRefusal(errorText(error, 'Erro ao salvar configurações'));
    },
  });

  const contents: Record<ConfigTab, ReactNode> = {
    loja: <StoreTab form={form} store={store} />,
    aparencia: (
      <AppearanceTab form={form} store={store} pictures={pictures} generation={generation} onPictures={setPictures} />
    ),
    pagamentos: <PaymentsTab form={form} store={store} />,
    servidores: <ServersTab form={form} store={store} />,
    discord: <DiscordTab store={store} />,
    legal: <LegalTab form={form} />,
    perigo: <DangerTab store={store} />,
  };
  useUnsavedChanges(dirty, forget);
  const asking = useSaveQuestion();
  const submit = form.handleSubmit(
    async (input) => {
      if (!(await asking.ask(addressQuestion(store.subdomain, input.nameDomain)))) return;
      waiting.pressed();
      save.mutate(input);
    },
    (errors) => lead(refusedFields(errors)),
  );
  const tabContent = (id: ConfigTab) => (
    <TabContent led={ledTo === id} onLed={() => setLedTo(null)}>
      {contents[id]}
    </TabContent>
  );

  return (
    <div className="pb-24">
      {mayEdit ? null : (
        <div className="mb-4">
          <Alert tone="info">Só o proprietário e administradores mudam as configurações desta loja.</Alert>
        </div>
      )}
      <div className="mb-4 empty:hidden">{notice}</div>
      <Tabs
        label="Configurações"
        selected={tab}
        onSelect={(id) => open(id)}
        tabs={configTabIds.map((id) => ({
          id,
          label: configTabTexts[id],
          content: actsAtOnce.has(id) ? (
            tabContent(id)
          ) : (
            <form noValidate id={`settings-${id}`} onSubmit={submit}>
              <fieldset disabled={!mayEdit} className="min-w-0">
                {tabContent(id)}
              </fieldset>
            </form>
          ),
        }))}
      />
      {dirty ? (
        <UnsavedBar refusal={refusal}>
          <Button tone="quiet" disabled={save.isPending} onClick={() => start(store)}>
            Descartar
          </Button>
          <Button
            // The button of the open tab's form, so that Enter in a field saves.
            {...(actsAtOnce.has(tab)
              ? { onClick: () => void submit() }
              : { type: 'submit' as const, form: `settings-${tab}` })}
            pending={save.isPending}
            pendingLabel="Salvando..."
            className="max-sm:grow"
          >
            Salvar
          </Button>
        </UnsavedBar>
      ) : null}
      {question}
      {asking.dialog}
    </div>
  );
}

const slots = ['logo', 'banner'] as const;

/** A chosen picture stands for its address until it is uploaded. */
const withPictures = (values: SettingsValues, pictures: Pictures): SettingsValues => ({
  ...values,
  branding: Object.assign(
    values.branding,
    ...slots.map((slot) => pictures[slot] !== undefined && { [slot]: pictures[slot]?.name ?? null }),
  ),
});

/** The payment token is never kept outside the form, and a chosen picture is no text. */
function withoutSecrets({ mercadoPago: _, ...state }: SettingsValues, base: SettingsValues) {
  const { logo, banner } = base.branding;
  const chosen = slots.some((slot) => (state.branding[slot] ?? null) !== (base.branding[slot] ?? null));
  return { state: { ...state, branding: { ...state.branding, logo, banner } }, partial: chosen };
}

const readOf = (store: Store) => ({ version: store.version, state: settingsOf(store) });

interface TabContentProps {
  /** True after a refusal opened this tab, until its first wrong field has the focus. */
  led: boolean;
  onLed(): void;
  children: ReactNode;
}

/** A tab whose script may still be loading. After a refusal, it focuses the first wrong field once it is drawn. */
function TabContent(props: TabContentProps) {
  return (
    <Suspense fallback={<SkeletonRows rows={3} className="h-40" />}>
      <LedHere {...props} />
    </Suspense>
  );
}

function LedHere({ led, onLed, children }: TabContentProps) {
  const root = useRef<HTMLDivElement>(null);
  // It runs after every drawing, because the errors may arrive one drawing after the refusal.
  useEffect(() => {
    const field = led && root.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (!field) return;
    field.focus();
    onLed();
  });
  return <div ref={root}>{children}</div>;
}
