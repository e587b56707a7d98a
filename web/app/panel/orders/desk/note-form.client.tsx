import { useMutation } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import { type FormEvent, useRef, useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/inputs.tsx';
import { notify } from '../../../ui/toast.tsx';
import { draftPlace, dropDraft } from '../../form/edited/drafts.ts';
import { useDraft } from '../../form/edited/use-draft.client.tsx';
import { useUnsavedChanges } from '../../form/unsaved-changes.ts';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';

interface NoteFormProps {
  /** The order's id. */
  order: string;
  help?: string;
}

/** Notes have no version: each is a new one. */
const EMPTY = { version: 1, state: { text: '' } };

/** Writes a note on an order. What is typed is a draft: Esc closes the drawer around it, and a session may end. */
export function NoteForm({ order, help = 'Só a equipe da loja vê.' }: NoteFormProps) {
  const store = useCurrentStoreId();
  const [text, setText] = useState('');
  const dirty = text.trim() !== '';
  const [place] = useState(() => draftPlace(`note:${order}`));
  const { forget, notice } = useDraft(
    {
      draft: `note:${order}`,
      dirty,
      read: EMPTY,
      now: () => ({ text }),
      fill: (_from, _own, mine) => setText(mine.text),
    },
    useRef(EMPTY),
  );
  useUnsavedChanges(dirty, forget);
  const write = useMutation({
    mutationFn: async (note: string) => {
      await call('POST /order/notes/create', { body: { id: order, note }, store });
      await refreshAfter('POST /order/notes/create', store);
    },
    onSuccess() {
      setText('');
      // The drawer may have been closed meanwhile, with the draft.
      if (place !== null) dropDraft(place);
    },
    onError: (error) => notify.error(errorText(error, 'Erro ao salvar a anotação')),
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (dirty && !write.isPending) write.mutate(text);
  };
  return (
    <form onSubmit={add} className="flex flex-col items-start gap-2">
      {notice}
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
