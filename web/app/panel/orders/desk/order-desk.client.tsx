import { useMutation, useQuery } from '@tanstack/react-query';
import { formatDateTime } from '@vitrine/contract/dates';
import { limits } from '@vitrine/contract/limits';
import type { OrderDetails } from '@vitrine/contract/orders';
import { Mail, Plus, Trash2, X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/inputs.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';
import { undoOf } from '../../store/undo.ts';
import { tagsQuery } from '../order-queries.ts';
import { NoteForm } from './note-form.client.tsx';

/** What the store's people write on an order: tags for the filter, and notes. Its buyer sees neither. */
export function OrderDesk({ details: { order, notes } }: { details: OrderDetails }) {
  return (
    <div className="flex flex-col gap-5">
      {order.status === 'completed' && order.kind === 'sale' && order.email ? (
        <ReceiptAgain id={order._id} email={order.email} />
      ) : null}
      <Tags id={order._id} tags={order.tags} />
      <Notes id={order._id} notes={notes} />
    </div>
  );
}

/** Mails the receipt to a buyer who lost it. */
function ReceiptAgain({ id, email }: { id: string; email: string }) {
  const store = useCurrentStoreId();
  const send = useMutation({
    mutationFn: () => call('POST /order/receipt', { body: { id }, store }),
    onSuccess() {
      notify.success(`Recibo reenviado para ${email}.`);
      void refreshAfter('POST /order/receipt', store);
    },
    onError: (error) => notify.error(errorText(error, 'Erro ao reenviar o recibo')),
  });
  return (
    <Button
      tone="secondary"
      className="self-start"
      icon={<Mail className="size-4" />}
      pending={send.isPending}
      pendingLabel="Reenviando..."
      onClick={() => send.mutate()}
    >
      Reenviar recibo
    </Button>
  );
}

function Tags({ id, tags }: { id: string; tags: readonly string[] }) {
  const store = useCurrentStoreId();
  const known = useQuery(tagsQuery(store)).data?.tags ?? [];
  const list = useId();
  const [typed, setTyped] = useState('');
  const save = useMutation({
    mutationFn: async (next: string[]) => {
      await call('POST /order/tags/edit', { body: { id, tags: next, seen: [...tags] }, store });
      await refreshAfter('POST /order/tags/edit', store);
    },
    onError: (error) => notify.error(errorText(error, 'Erro ao salvar as etiquetas')),
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    const tag = typed.trim();
    if (tag === '' || save.isPending) return;
    save.mutate([...tags, tag], { onSuccess: () => setTyped('') });
  };

  return (
    <div>
      {tags.length > 0 ? (
        <ul aria-label="Etiquetas" className="mb-2 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="flex items-center gap-1 rounded-full bg-hover py-0.5 pl-3 text-small">
              <span className="break-all">{tag}</span>
              <button
                type="button"
                aria-label={`Tirar a etiqueta ${tag}`}
                disabled={save.isPending}
                onClick={() => save.mutate(tags.filter((one) => one !== tag))}
                className="grid size-8 place-items-center rounded-full text-muted hover:text-text"
              >
                <X className="size-4" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {tags.length < limits.orderTagsMax ? (
        <form onSubmit={add} className="flex items-end gap-2">
          <Field label="Nova etiqueta" className="grow">
            <TextInput
              list={list}
              autoComplete="off"
              maxLength={limits.orderTagMax}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <Button type="submit" tone="secondary" icon={<Plus className="size-4" />} disabled={save.isPending}>
            Etiquetar
          </Button>
          <datalist id={list}>
            {known
              .filter(({ tag }) => !tags.includes(tag))
              .map(({ tag }) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
        </form>
      ) : null}
    </div>
  );
}

function Notes({ id, notes }: { id: string; notes: OrderDetails['notes'] }) {
  const store = useCurrentStoreId();
  const remove = useMutation({
    mutationFn: async (note: string) => {
      await call('POST /order/notes/delete', { body: { id, note }, store });
      notify.success('Anotação apagada!', undoOf(store, 'note', [note]));
      await refreshAfter('POST /order/notes/delete', store);
    },
    onError: (error) => notify.error(errorText(error, 'Erro ao apagar a anotação')),
  });

  return (
    <div>
      {notes.length > 0 ? (
        <ul aria-label="Anotações" className="mb-3 flex flex-col gap-2">
          {notes.map((note) => (
            <li key={note.id} className="flex items-start gap-2 rounded-control bg-hover px-4 py-2.5">
              <div className="min-w-0 grow">
                <p className="break-words whitespace-pre-line">{note.text}</p>
                <p className="text-small text-muted">
                  {note.author} · {formatDateTime(note.at)}
                </p>
              </div>
              <Button
                tone="quiet"
                size="small"
                aria-label={`Apagar a anotação de ${note.author}`}
                icon={<Trash2 className="size-4" />}
                disabled={remove.isPending}
                onClick={() => remove.mutate(note.id)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <NoteForm order={id} />
    </div>
  );
}
