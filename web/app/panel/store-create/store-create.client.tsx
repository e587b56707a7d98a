import { useMutation } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import type { Store } from '@vitrine/contract/store-answers';
import type { StoreCreate as StoreCreateBody } from '@vitrine/contract/stores';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { showAtField } from '../../lib/form-errors.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { useAppStore } from '../../state/app-store.ts';
import { Button } from '../../ui/button.tsx';
import { ColorInput, useLastColour } from '../../ui/color-input.tsx';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Card, PageHeader } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { BrandPreview } from '../brand/brand-preview.client.tsx';
import { imageHint, imageMaxBytes, imageRefusals, imageShapes, imageTypes, uploadImage } from '../form/images.ts';
import { lateResolver } from '../form/late-resolver.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { slugOf } from './slug.ts';
import { useFreeAddress } from './use-free-address.ts';

const defaults = { nameStore: '', nameDomain: '', primaryColor: '#6d5efc', secondaryColor: '#22b8cf' };

const resolver = lateResolver(async () => {
  const [{ zodResolver }, { StoreCreate: body }] = await Promise.all([
    import('@hookform/resolvers/zod'),
    import('@vitrine/contract/stores'),
  ]);
  return zodResolver(body);
});

/** Uploads the logo into the new store and sets it. Resolves to true; rejects with the API's refusal. */
async function addLogo(store: Store, logo: File): Promise<true> {
  const address = await uploadImage(logo, store.subdomain);
  const { id, nameStore, nameDomain, primaryColor, secondaryColor } = store;
  const branding = { primaryColor, secondaryColor, logo: address };
  await call('POST /store/edit', { body: { id, nameStore, nameDomain, branding }, store: store.subdomain });
  return true;
}

/** New store: name, address, logo and colours. Then its dashboard opens. */
export function StoreCreate() {
  const domain = usePublicConfig()?.domain;
  const navigate = useNavigate();
  const [logo, setLogo] = useState<File | null>(null);
  const [logoError, setLogoError] = useState<string>();
  const [created, setCreated] = useState<string | null>(null);
  const currentStoreId = useAppStore((state) => state.store.currentStoreId);
  const form = useForm({ resolver, defaultValues: defaults });
  const { errors, dirtyFields } = form.formState;
  const [nameStore, nameDomain, primary = '', secondary = ''] = form.watch([
    'nameStore',
    'nameDomain',
    'primaryColor',
    'secondaryColor',
  ]);
  const found = useFreeAddress(nameDomain);
  const [primaryColor, secondaryColor] = [useLastColour(primary), useLastColour(secondary)];

  const create = useMutation({
    mutationFn: async (input: StoreCreateBody) => {
      const { response } = await call('POST /store/create', { body: input });
      // a picture needs a store, so the store is created first; it stays created if its logo fails
      const pictured = logo === null || (await addLogo(response, logo).catch(() => false));
      return { response, pictured };
    },
    onSuccess: ({ response, pictured }) => {
      useAppStore.getState().storeCreated(response);
      void refreshAfter('POST /store/create', response.subdomain);
      notify.success('Loja criada com sucesso!');
      if (!pictured) notify.error('A loja foi criada, mas o logo não foi enviado. Envie de novo em Configurações.');
      setCreated(response.subdomain);
    },
    onError: (error) => {
      showAtField(form, error);
      notify.error(errorText(error, 'Erro ao criar a loja', ', '));
    },
  });

  // The dashboard needs a current store, so it opens only after the new one is the current one.
  useEffect(() => {
    if (created !== null && created === currentStoreId) void navigate('/dashboard', { replace: true });
  }, [created, currentStoreId, navigate]);

  return (
    <>
      <PageHeader
        title="Nova loja"
        description="Um nome e um endereço bastam para começar; o resto muda quando quiser."
      />
      <form
        noValidate
        onSubmit={form.handleSubmit((input) => create.mutate(input))}
        className="grid items-start gap-6 lg:grid-cols-[1.2fr_1fr]"
      >
        <Card>
          <div className="flex flex-col gap-5">
            <Field label="Nome da loja" error={errors.nameStore?.message}>
              <TextInput
                autoComplete="organization"
                maxLength={limits.storeNameMax}
                placeholder="Cidade Alta RP"
                {...form.register('nameStore', {
                  onChange: (event) => {
                    if (!dirtyFields.nameDomain)
                      form.resetField('nameDomain', { defaultValue: slugOf(event.target.value) });
                  },
                })}
              />
            </Field>
            <Field
              label="Domínio"
              help={
                found?.free && domain ? (
                  <span className="text-ok">{`${found.address}.${domain} está livre.`}</span>
                ) : (
                  'É o endereço que seus jogadores vão visitar.'
                )
              }
              error={errors.nameDomain?.message ?? found?.text ?? undefined}
            >
              <TextInput
                suffix={domain ? `.${domain}` : '…'}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                maxLength={limits.subdomainMax}
                placeholder="cidade-alta"
                {...form.register('nameDomain')}
              />
            </Field>
            <Field label="Logo" optional error={logoError}>
              <FileDrop
                hint={imageHint}
                accept={imageTypes}
                maxBytes={imageMaxBytes}
                shape={imageShapes.logo}
                onChange={(file) => {
                  setLogo(file);
                  setLogoError(undefined);
                }}
                onRefused={(reason) => setLogoError(imageRefusals[reason])}
              />
            </Field>
            <div className="grid gap-5 sm:grid-cols-2">
              <Controller
                control={form.control}
                name="primaryColor"
                render={({ field }) => (
                  <Field label="Cor primária" error={errors.primaryColor?.message}>
                    <ColorInput label="Cor primária" value={field.value ?? ''} onChange={field.onChange} />
                  </Field>
                )}
              />
              <Controller
                control={form.control}
                name="secondaryColor"
                render={({ field }) => (
                  <Field label="Cor secundária" error={errors.secondaryColor?.message}>
                    <ColorInput label="Cor secundária" value={field.value ?? ''} onChange={field.onChange} />
                  </Field>
                )}
              />
            </div>
          </div>
        </Card>
        <Card title="Prévia" description="Como as cores ficam para quem compra.">
          <BrandPreview name={nameStore} primaryColor={primaryColor} secondaryColor={secondaryColor} />
        </Card>
        <div className="lg:col-start-1">
          <Button type="submit" pending={create.isPending} pendingLabel="Criando..." className="w-full sm:w-auto">
            Criar loja
          </Button>
        </div>
      </form>
    </>
  );
}
