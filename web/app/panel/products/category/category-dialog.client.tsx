import { useMutation } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import { type FormEvent, useState } from 'react';
import { ApiError, errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/inputs.tsx';
import { Alert } from '../../../ui/surfaces.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';

interface CategoryDialogProps {
  open: boolean;
  onClose(): void;
  /** Called once the list of categories has it. */
  onMade(id: string): void;
}

/** Makes a category over the product form, which keeps what is typed. Text and picture are added on the category's own page. */
export function CategoryDialog({ open, onClose, onMade }: CategoryDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => {
        if (!shown) onClose();
      }}
      title="Nova categoria"
      size="sm"
    >
      <CategoryName onClose={onClose} onMade={onMade} />
    </Dialog>
  );
}

function CategoryName({ onClose, onMade }: Omit<CategoryDialogProps, 'open'>) {
  const store = useCurrentStoreId();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: async () => {
      const { category } = await call('POST /categories/create', { body: { name }, store });
      await refreshAfter('POST /categories/create', store);
      return category._id;
    },
    onSuccess(id) {
      notify.success('Categoria criada com sucesso!');
      onMade(id);
      onClose();
    },
  });
  const { error } = create;
  const atName = error instanceof ApiError && error.field === 'name';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The product form around it must not be sent.
    event.stopPropagation();
    create.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="Nome da categoria" error={atName ? errorText(error, '') : undefined}>
        <TextInput
          autoComplete="off"
          maxLength={limits.categoryNameMax}
          placeholder="VIPs"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      {error && !atName ? <Alert tone="bad" assertive title={errorText(error, 'Erro ao criar categoria')} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" pending={create.isPending} pendingLabel="Criando...">
          Criar categoria
        </Button>
      </div>
    </form>
  );
}
