import type { MembersAnswer } from '@vitrine/contract/members';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/inputs.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { TeamRule } from './team-rule.tsx';

const CHOICES = [0, 3, 7, 14, 30];
const daysText = (days: number) => (days === 0 ? 'Na hora' : `${days} dias`);

/** Whether the store asks its team for a second factor, and the owner's way to ask. Whoever may not change it reads it. */
export function TeamFactor({ answer: { members, factorDays } }: { answer: MembersAnswer }) {
  const store = useCurrentStoreId();
  const mayOwn = useMay()('store.own');
  const [asking, setAsking] = useState<'on' | 'off' | null>(null);
  const [days, setDays] = useState(7);
  // The owner needs a second factor before asking the team for it, and is never shut out.
  const others = members.filter(({ role }) => role !== 'owner');
  const missing = others.filter(({ factor }) => factor === false).length;
  if (!mayOwn && factorDays === null) return null;

  const save = async (next: number | null) => {
    await call('POST /members/factor', { body: { days: next }, store });
    notify.success(next === null ? 'A verificação deixou de ser exigida.' : 'A equipe foi avisada por e-mail.');
    await refreshAfter('POST /members/factor', store);
  };
  return (
    <TeamRule
      title="Verificação em duas etapas"
      state={factorDays === null ? null : 'Exigida'}
      text={
        <>
          {factorDays === null
            ? 'Opcional para cada pessoa. Exija da equipe toda: quem não tiver recebe um prazo, e depois só vê como ligar.'
            : factorDays === 0
              ? 'Quem não tem só vê como ligar.'
              : `Quem não tem recebe ${factorDays} dias, e depois só vê como ligar.`}{' '}
          {mayOwn && others.length > 0 ? missingText(missing) : null}
        </>
      }
      actions={
        mayOwn ? (
          <Button
            tone="secondary"
            size="small"
            onClick={() => {
              setDays(7);
              setAsking(factorDays === null ? 'on' : 'off');
            }}
          >
            {factorDays === null ? 'Exigir da equipe' : 'Deixar de exigir'}
          </Button>
        ) : null
      }
    >
      <ConfirmDialog
        open={asking === 'on'}
        onOpenChange={(open) => !open && setAsking(null)}
        title="Exigir verificação em duas etapas?"
        confirmLabel="Exigir"
        pendingLabel="Salvando..."
        dismissLabel="Voltar"
        tone="primary"
        onConfirm={() => save(days)}
        errorText={(error) => errorText(error, 'Erro ao salvar')}
      >
        <div className="flex flex-col gap-4">
          <p>
            {missing === 0
              ? `${others.length > 0 ? 'Todos já têm. ' : ''}Quem entrar depois recebe o mesmo prazo.`
              : `${missingText(missing)} Cada um recebe um e-mail com a data.`}
          </p>
          <Field label="Prazo" help="Até lá entram sem ela, com um aviso no painel. Uma passkey também vale.">
            <Select value={String(days)} onChange={(event) => setDays(Number(event.target.value))}>
              {CHOICES.map((choice) => (
                <option key={choice} value={choice}>
                  {daysText(choice)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'off'}
        onOpenChange={(open) => !open && setAsking(null)}
        title="Deixar de exigir?"
        confirmLabel="Deixar de exigir"
        pendingLabel="Salvando..."
        dismissLabel="Voltar"
        tone="danger"
        onConfirm={() => save(null)}
        errorText={(error) => errorText(error, 'Erro ao salvar')}
      >
        Quem não tem a verificação volta a entrar com o papel que tinha.
      </ConfirmDialog>
    </TeamRule>
  );
}

const missingText = (n: number) =>
  n === 0 ? 'Todos têm.' : n === 1 ? '1 pessoa ainda não tem.' : `${n} pessoas ainda não têm.`;
