import { limits } from '@vitrine/contract/limits';
import type { MembersAnswer } from '@vitrine/contract/members';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { money } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { MoneyInput } from '../../ui/number-input.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { TeamRule } from './team-rule.tsx';

/** From which value on two people are needed, and the owner's way to set it. Whoever may not change it reads it. */
export function ApprovalRule({ answer: { approvalFrom } }: { answer: MembersAnswer }) {
  const store = useCurrentStoreId();
  const mayOwn = useMay()('store.own');
  const [asking, setAsking] = useState<'set' | 'off' | null>(null);
  const [value, setValue] = useState<number | null>(500);
  if (!mayOwn && approvalFrom === null) return null;

  const save = async (next: number | null) => {
    await call('POST /approvals/rule', { body: { value: next }, store });
    notify.success(next === null ? 'Uma pessoa volta a bastar.' : `Duas pessoas a partir de ${money(next)}.`);
    await refreshAfter('POST /approvals/rule', store);
  };
  return (
    <TeamRule
      title="Aprovação por duas pessoas"
      state={approvalFrom === null ? null : <>A partir de {money(approvalFrom)}</>}
      text={
        approvalFrom === null
          ? 'Uma pessoa basta para reembolsar e dar pedidos manuais. Escolha um valor a partir do qual outra precisa aprovar.'
          : 'Reembolsos e pedidos manuais desse valor esperam até que outra pessoa com o mesmo direito aprove. Partes de um pedido no mesmo dia somam.'
      }
      actions={
        mayOwn ? (
          <div className="flex flex-wrap gap-2">
            <Button
              tone="secondary"
              size="small"
              onClick={() => {
                setValue(approvalFrom ?? 500);
                setAsking('set');
              }}
            >
              {approvalFrom === null ? 'Exigir duas pessoas' : 'Mudar o valor'}
            </Button>
            {approvalFrom === null ? null : (
              <Button tone="quiet" size="small" onClick={() => setAsking('off')}>
                Desligar
              </Button>
            )}
          </div>
        ) : null
      }
    >
      <ConfirmDialog
        open={asking === 'set'}
        onOpenChange={(open) => !open && setAsking(null)}
        title="Exigir duas pessoas?"
        confirmLabel="Salvar"
        pendingLabel="Salvando..."
        dismissLabel="Voltar"
        tone="primary"
        ready={value !== null && value > 0}
        onConfirm={() => save(value)}
        errorText={(error) => errorText(error, 'Erro ao salvar')}
      >
        <div className="flex flex-col gap-4">
          <p>Quem pede não aprova. Sem resposta, um pedido termina em {limits.approvalHours} horas.</p>
          <Field label="A partir de" help="Vale para cada reembolso e cada pedido manual.">
            <MoneyInput value={value} onChange={setValue} maxLength={16} />
          </Field>
        </div>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'off'}
        onOpenChange={(open) => !open && setAsking(null)}
        title="Deixar uma pessoa bastar?"
        confirmLabel="Desligar"
        pendingLabel="Salvando..."
        dismissLabel="Voltar"
        tone="danger"
        onConfirm={() => save(null)}
        errorText={(error) => errorText(error, 'Erro ao salvar')}
      >
        Quem pode reembolsar ou dar pedidos recebe um e-mail. O que já espera continua esperando.
      </ConfirmDialog>
    </TeamRule>
  );
}
