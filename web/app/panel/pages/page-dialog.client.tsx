import { useMutation } from '@tanstack/react-query';
import { ownPageLimits } from '@vitrine/contract/own-page-address';
import type { OwnPageFields, OwnPageRow } from '@vitrine/contract/own-pages';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { showAtField } from '../../lib/form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Switch, Textarea, TextInput } from '../../ui/inputs.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { lateResolver } from '../form/late-resolver.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { slugOf } from '../store-create/slug.ts';

const resolver = lateResolver(async () => {
  const [{ zodResolver }, rules] = await Promise.all([
    import('@hookform/resolvers/zod'),
    import('@vitrine/contract/own-pages'),
  ]);
  return zodResolver(rules.OwnPageFields);
});

const blank: OwnPageFields = { title: '', slug: '', description: '', inMenu: true };

interface PageDialogProps {
  store: string | null;
  open: boolean;
  /** null: a new one. */
  page: OwnPageRow | null;
  onClose(): void;
  onMade(id: string): void;
}

/** Title, address, description and place in the menu of a page. */
export function PageDialog({ store, open, page, onClose, onMade }: PageDialogProps) {
  const form = useForm<OwnPageFields>({ resolver, defaultValues: blank });
  const { errors, dirtyFields } = form.formState;
  const { reset } = form;
  const { reset: forget, ...save } = useMutation({
    async mutationFn(body: OwnPageFields) {
      if (!page) return (await call('POST /pages/create', { body, store })).id;
      await call('POST /pages/edit', { body: { id: page.id, ...body }, store });
      return null;
    },
    async onSuccess(made) {
      await refreshAfter(made ? 'POST /pages/create' : 'POST /pages/edit', store);
      onClose();
      notify.success(made ? 'Página criada!' : 'Página salva!');
      if (made) onMade(made);
    },
    onError: (error) => void showAtField(form, error),
  });
  useEffect(() => {
    if (!open) return;
    const { title, slug, description, inMenu } = page ?? blank;
    reset({ title, slug, description, inMenu });
    forget();
  }, [open, page, reset, forget]);
  const title = form.register('title');

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={page ? 'Dados da página' : 'Nova página'}
      size="sm"
      dismissable={!save.isPending}
      footer={
        <>
          <Button tone="quiet" disabled={save.isPending} onClick={onClose}>
            Voltar
          </Button>
          <Button
            type="submit"
            form="own-page"
            pending={save.isPending}
            pendingLabel={page ? 'Salvando...' : 'Criando...'}
          >
            {page ? 'Salvar página' : 'Criar página'}
          </Button>
        </>
      }
    >
      <form
        id="own-page"
        noValidate
        onSubmit={form.handleSubmit((input) => save.mutate(input))}
        className="flex flex-col gap-5"
      >
        <Field label="Título" help="É o nome no menu da loja." error={errors.title?.message}>
          <TextInput
            autoComplete="off"
            maxLength={ownPageLimits.title}
            placeholder="Como entrar na cidade"
            {...title}
            onChange={(event) => {
              void title.onChange(event);
              if (page || dirtyFields.slug) return;
              const slug = slugOf(event.target.value).slice(0, ownPageLimits.slug).replace(/-+$/, '');
              form.resetField('slug', { defaultValue: slug });
            }}
          />
        </Field>
        <Field
          label="Endereço"
          help={
            page?.publishedAt ? 'Se você mudar, os links antigos deixam de funcionar.' : 'O fim do endereço da página.'
          }
          error={errors.slug?.message}
        >
          <TextInput
            prefix="/p/"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={ownPageLimits.slug}
            {...form.register('slug')}
          />
        </Field>
        <Field
          label="Descrição"
          optional
          help="Uma frase embaixo do título. Buscadores e links compartilhados também mostram."
          error={errors.description?.message}
        >
          <Textarea rows={2} maxLength={ownPageLimits.description} {...form.register('description')} />
        </Field>
        <Switch
          label="Mostrar no menu da loja"
          help="No topo e no rodapé, depois que a página for publicada."
          {...form.register('inMenu')}
        />
        {save.isError && !errors.slug && !errors.title && !errors.description ? (
          <Alert tone="bad" assertive>
            {errorText(save.error, 'Erro ao salvar a página')}
          </Alert>
        ) : null}
      </form>
    </Dialog>
  );
}
