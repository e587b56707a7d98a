import { targetTexts } from '@vitrine/contract/action-types';
import type { Delivery, Order } from '@vitrine/contract/orders';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import type { ButtonTone } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/inputs.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter, type Write } from '../store/query-keys.ts';

/** A repair that waits for the person's confirmation. */
export type Repair =
  | { kind: 'resend'; deliveries: Delivery[] }
  | { kind: 'mark'; delivery: Delivery }
  | { kind: 'cancel'; delivery: Delivery }
  | { kind: 'settle'; delivery: Delivery }
  | { kind: 'forgive'; delivery: Delivery }
  | { kind: 'unpaid'; order: Order }
  | { kind: 'rehearsal'; order: Order };

/** Longest note or reason in characters, as in the contract. */
const NOTE_MAX = 300;

/** Says what a repair will do and, once confirmed, does it. A failure stays in the dialog, in the server's words. */
export function RepairDialog({ repair, onClose }: { repair: Repair | null; onClose(): void }) {
  const subdomain = useCurrentStoreId();
  const [note, setNote] = useState('');
  const [shown, setShown] = useState(repair);
  // The closing window still shows its words.
  if (repair && repair !== shown) {
    setShown(repair);
    setNote('');
  }
  if (!shown) return null;
  const words = wordsOf(shown);

  const confirm = async () => {
    await words.send(subdomain, note.trim() || undefined);
    notify.success(words.done);
    await refreshAfter(words.write, subdomain);
  };

  return (
    <ConfirmDialog
      open={repair !== null}
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      confirmLabel={words.confirm}
      pendingLabel={words.pending}
      dismissLabel="Voltar"
      tone={words.tone}
      onConfirm={confirm}
      errorText={(error) => errorText(error, words.failed)}
    >
      <div className="flex flex-col gap-4">
        {words.explanation}
        {words.note ? (
          <Field label={words.note} optional className="text-text">
            <Textarea rows={2} maxLength={NOTE_MAX} value={note} onChange={(event) => setNote(event.target.value)} />
          </Field>
        ) : null}
      </div>
    </ConfirmDialog>
  );
}

interface Words {
  write: Write;
  /** Makes the repair. `note` is the person's text, if the dialog has a field for it. */
  send(store: string | null, note: string | undefined): Promise<unknown>;
  title: string;
  explanation: ReactNode;
  /** Label of the field for a note. Without it there is no field. */
  note?: string;
  confirm: string;
  pending: string;
  done: string;
  failed: string;
  tone: ButtonTone;
}

function wordsOf(repair: Repair): Words {
  switch (repair.kind) {
    case 'resend':
      return resendWords(repair.deliveries);
    case 'unpaid':
      return {
        write: 'POST /order/cancel',
        send: (store) => call('POST /order/cancel', { body: { id: repair.order._id }, store }),
        title: `Cancelar o pedido #${repair.order.number}?`,
        explanation: (
          <p>
            Ninguém pagou este pedido ainda. O estoque e o cupom que ele reserva voltam para a loja. Se o comprador
            estiver pagando agora, o pedido é concluído ou o valor volta para ele.
          </p>
        ),
        confirm: 'Cancelar pedido',
        pending: 'Cancelando...',
        done: 'O pedido está sendo cancelado.',
        failed: 'Erro ao cancelar o pedido',
        tone: 'danger',
      };
    case 'rehearsal':
      return {
        write: 'POST /rehearsals/end',
        send: (store) => call('POST /rehearsals/end', { body: { id: repair.order._id }, store }),
        title: `Desfazer a simulação #${repair.order.number}?`,
        explanation: (
          <p>
            Grupos, cargos, veículos e banimentos que ela deu são retirados. Comandos, mensagens, itens e dinheiro que
            já chegaram ficam, a não ser que o produto tenha uma ação para quando expirar: ela roda agora.
          </p>
        ),
        confirm: 'Desfazer simulação',
        pending: 'Desfazendo...',
        done: 'A simulação está sendo desfeita.',
        failed: 'Erro ao desfazer a simulação',
        tone: 'primary',
      };
    case 'mark':
      return {
        write: 'POST /deliveries/mark',
        send: (store, note) => call('POST /deliveries/mark', { body: { id: repair.delivery.id, note }, store }),
        title: 'Marcar como entregue?',
        explanation: (
          <p>
            Nada será enviado: você confirma que “{repair.delivery.text}” já chegou para {repair.delivery.player}. O
            comprador verá a entrega como concluída.
          </p>
        ),
        note: 'Como você conferiu',
        confirm: 'Marcar como entregue',
        pending: 'Marcando...',
        done: 'Entrega marcada como entregue.',
        failed: 'Erro ao marcar a entrega',
        tone: 'primary',
      };
    case 'cancel':
      return {
        write: 'POST /deliveries/cancel',
        send: (store, note) => call('POST /deliveries/cancel', { body: { id: repair.delivery.id, note }, store }),
        title: 'Cancelar esta entrega?',
        explanation: (
          <p>
            “{repair.delivery.text}” não será executada para {repair.delivery.player}. O pedido continua como está: para
            devolver o dinheiro, use Reembolsar.
          </p>
        ),
        note: 'Motivo',
        confirm: 'Cancelar entrega',
        pending: 'Cancelando...',
        done: 'Entrega cancelada.',
        failed: 'Erro ao cancelar a entrega',
        tone: 'danger',
      };
    case 'settle':
      return {
        write: 'POST /deliveries/mark',
        send: (store, note) => call('POST /deliveries/mark', { body: { id: repair.delivery.id, note }, store }),
        title: 'Dar a dívida por acertada?',
        explanation: (
          <p>
            Nada será enviado: você confirma que {repair.delivery.player} já devolveu o que faltava. O comprador verá a
            dívida como acertada.
          </p>
        ),
        note: 'Como foi acertada',
        confirm: 'Dívida acertada',
        pending: 'Salvando...',
        done: 'Dívida acertada.',
        failed: 'Erro ao encerrar a dívida',
        tone: 'primary',
      };
    case 'forgive':
      return {
        write: 'POST /deliveries/cancel',
        send: (store, note) => call('POST /deliveries/cancel', { body: { id: repair.delivery.id, note }, store }),
        title: 'Perdoar esta dívida?',
        explanation: <p>{repair.delivery.player} não precisa devolver o que falta. Não dá para desfazer.</p>,
        note: 'Motivo',
        confirm: 'Perdoar dívida',
        pending: 'Salvando...',
        done: 'Dívida perdoada.',
        failed: 'Erro ao encerrar a dívida',
        tone: 'danger',
      };
  }
}

function resendWords(deliveries: Delivery[]): Words {
  const [first] = deliveries;
  const many = deliveries.length > 1;
  return {
    write: 'POST /deliveries/resend',
    send: (store) => call('POST /deliveries/resend', { body: { ids: deliveries.map(({ id }) => id) }, store }),
    title: many ? `Reenviar ${deliveries.length} entregas?` : 'Reenviar esta entrega?',
    explanation: (
      <>
        <p>
          {many
            ? 'Elas voltam para a fila e serão executadas assim que o servidor ou o Discord responder.'
            : `“${first?.text}” volta para a fila e será executada para ${first?.player} assim que ${first ? targetTexts[first.target].answers : 'o servidor'} responder.`}
        </p>
        {deliveries.some(({ state }) => state === 'uncertain') ? (
          <Alert tone="warn" title="Confira antes no jogo">
            Não sabemos se a tentativa anterior chegou. Se chegou, reenviar entrega duas vezes.
          </Alert>
        ) : null}
      </>
    ),
    confirm: many ? `Reenviar ${deliveries.length}` : 'Reenviar',
    pending: 'Reenviando...',
    done: many ? 'Entregas de volta à fila.' : 'Entrega de volta à fila.',
    failed: 'Erro ao reenviar',
    tone: 'primary',
  };
}
