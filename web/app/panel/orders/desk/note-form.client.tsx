import { useMutation } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/inputs.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';

interface NoteFormProps {
  /** The order's id. */
  order: string;
  help?: string;
}

/** Writes a note on an order. */
export function NoteForm({ order, help = 'Só a equipe da loja vê.' }: NoteFormProps) {
  const store = useCurrentStoreId();
  const [text, setText] = useState('');
  const write = useMutation({
    mutationFn: async (note: string) => {
      await call('POST /order/notes/create', { body: { id: order, note }, store });
      await refreshAfter('POST /order/notes/create', store);
    },
    onSuccess: () => setText(''),
    onError: (error) => notify.error(errorText(error, 'Erro ao salvar a anotação')),
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !write.isPending) write.mutate(text);
  };
  return (
    <form onSubmit={add} className="flex flex-col items-start gap-2">
      <Field label="Nova anotação" help={help} className="w-full">
        <Textarea
          rows={2}
          className="min-h-16"
          maxLength={limits.orderNoteMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" tone="secondary" size="small" pending={write.isPending} pendingLabel="Anotando...">
        Anotar
      </Button>
    </form>
  );
}
