import { approvalStateTexts } from '@vitrine/contract/approval-words';
import type { Approval } from '@vitrine/contract/approvals';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { money } from '../../../lib/format.ts';
import { RelativeTime } from '../../../ui/bits.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';

type Decision = 'approve' | 'decline' | 'withdraw';

const names = new Intl.ListFormat('pt-BR', { type: 'disjunction' });

const titleOf = ({ kind, value, order }: Approval) =>
  kind === 'manual'
    ? `Pedido manual de ${money(value)}`
    : `Reembolso de ${money(value)}${order ? ` do pedido #${order.number}` : ''}`;

interface ApprovalRowProps {
  approval: Approval;
  /** Opens the order; absent if it is already open. */
  onOpen?: (order: string) => void;
}

/** A request that waits: what, by whom, who may decide, and this person's buttons. */
export function ApprovalRow({ approval, onOpen }: ApprovalRowProps) {
  const { order, what, reason, askedBy, own, at, endsAt, approvers, mayDecide } = approval;
  const [decision, setDecision] = useState<Decision | null>(null);
  const name = titleOf(approval);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 grow basis-72">
        <p className="font-medium break-words">
          {order && onOpen ? (
            <button
              type="button"
              className="text-left text-accent-text hover:underline"
              onClick={() => onOpen(order._id)}
            >
              {name}
            </button>
          ) : (
            name
          )}
        </p>
        <p className="text-small break-words">
          {what}
          {reason ? <span className="text-muted"> · {reason}</span> : null}
        </p>
        <p className="text-small text-muted">
          {own ? 'Você pediu' : `${askedBy} pediu`} <RelativeTime at={at} /> · termina <RelativeTime at={endsAt} />
        </p>
        {approvers.length === 0 ? (
          <p className="text-small text-warn text-pretty">
            Ninguém mais da equipe pode aprovar agora. O proprietário pode dar esse direito a alguém, ou desligar a
            regra.
          </p>
        ) : mayDecide ? null : (
          <p className="text-small text-muted">Pode aprovar: {names.format(approvers)}.</p>
        )}
      </div>
      {mayDecide ? (
        <div className="flex gap-2">
          <Button size="small" onClick={() => setDecision('approve')}>
            Aprovar
          </Button>
          <Button size="small" tone="quiet" onClick={() => setDecision('decline')}>
            Recusar
          </Button>
        </div>
      ) : own ? (
        <Button size="small" tone="secondary" onClick={() => setDecision('withdraw')}>
          Retirar
        </Button>
      ) : null}
      <DecisionDialog approval={approval} decision={decision} onClose={() => setDecision(null)} />
    </div>
  );
}

/** A request that ended without approval, in one line. */
export function PastApproval({ approval }: { approval: Approval }) {
  const { state, decidedBy } = approval;
  const by = decidedBy && state === 'declined' ? ` por ${decidedBy}` : '';
  return (
    <p className="text-small text-muted">
      {titleOf(approval)}: {approvalStateTexts[state].toLowerCase()}
      {by}.
    </p>
  );
}

interface Words {
  title: string;
  text: string;
  confirm: string;
  done: string;
  tone: 'primary' | 'danger';
}

function wordsOf(decision: Decision, { kind, value, order, what, askedBy }: Approval): Words {
  if (decision === 'decline') {
    const text = `Nada é feito, e ${askedBy} recebe um aviso.`;
    return { title: 'Recusar este pedido?', text, confirm: 'Recusar', done: 'Pedido recusado.', tone: 'danger' };
  }
  if (decision === 'withdraw') {
    const text = 'Nada é feito. Você pode pedir de novo depois.';
    return { title: 'Retirar o seu pedido?', text, confirm: 'Retirar', done: 'Pedido retirado.', tone: 'danger' };
  }
  if (kind === 'manual') {
    const text = `${what}: o pedido é criado agora, e as ações automáticas rodam como em uma compra paga.`;
    const title = `Aprovar o pedido manual de ${money(value)}?`;
    return { title, text, confirm: 'Aprovar e criar', done: 'Pedido manual criado.', tone: 'primary' };
  }
  return {
    title: `Aprovar o reembolso de ${money(value)}?`,
    text: `O valor volta agora para o comprador do pedido #${order?.number}. ${what}. Não dá para desfazer.`,
    confirm: `Reembolsar ${money(value)}`,
    done: 'Reembolso solicitado.',
    tone: 'danger',
  };
}

interface DecisionDialogProps {
  approval: Approval;
  decision: Decision | null;
  onClose(): void;
}

function DecisionDialog({ approval, decision, onClose }: DecisionDialogProps) {
  const store = useCurrentStoreId();
  const shown = useLast(decision);
  if (!shown) return null;
  const { title, text, confirm, done, tone } = wordsOf(shown, approval);
  const send = async () => {
    const name = `POST /approvals/${shown}` as const;
    await call(name, { body: { id: approval.id }, store });
    notify.success(done);
    await refreshAfter(name, store);
  };
  return (
    <ConfirmDialog
      open={decision !== null}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      confirmLabel={confirm}
      pendingLabel="Aguarde..."
      dismissLabel="Voltar"
      tone={tone}
      onConfirm={send}
      errorText={(error) => errorText(error, 'Não foi possível salvar a decisão. Tente novamente.')}
    >
      {text}
    </ConfirmDialog>
  );
}
