import { useRef, useState } from 'react';
import { formatRelative } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import type { Difference } from './differences.ts';
import type { Read } from './use-edited.client.tsx';

/** A save that was refused because another save came first. */
export interface Conflict<State = object> {
  what: string;
  by: string | null;
  at: string | null;
  mine: State;
  theirs: Read<State>;
  rows: readonly Difference[];
}

interface ConflictDialogProps {
  /** null: closed. */
  conflict: Conflict | null;
  onClose(): void;
  /** Gets the paths at which this form's own values stay. */
  onDecided(own: string[]): void;
}

/** Asks, field by field, which of two saves stays. */
export default function ConflictDialog({ conflict, onClose, onDecided }: ConflictDialogProps) {
  // The closing dialog still shows its fields.
  const last = useRef(conflict);
  if (conflict) last.current = conflict;
  const shown = last.current;
  if (!shown) return null;
  return <Question key={shown.theirs.version} open={conflict !== null} {...{ conflict: shown, onClose, onDecided }} />;
}

type Side = 'mine' | 'theirs';

function Question({
  open,
  conflict: { what, by, at, rows },
  onClose,
  onDecided,
}: Omit<ConflictDialogProps, 'conflict'> & { open: boolean; conflict: Conflict }) {
  const [sides, setSides] = useState<Side[]>(() => rows.map(({ changed }) => (changed ? 'mine' : 'theirs')));
  const all = (side: Side) => setSides(rows.map(() => side));
  const own = rows.filter((_, place) => sides[place] === 'mine').flatMap(({ paths }) => paths);
  const other = by ?? 'outra pessoa';
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      dismissable={false}
      title={`${by ?? 'Outra pessoa'} mudou ${what}${at ? ` ${formatRelative(at, new Date())}` : ''}`}
      size="lg"
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            Continuar editando
          </Button>
          <Button onClick={() => onDecided(own)}>{own.length > 0 ? 'Salvar assim' : `Ficar com o de ${other}`}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="text-muted">
          O seu ainda não foi salvo. Escolha o que fica em {rows.length === 1 ? 'um campo' : 'cada campo'}; o que você
          não mudou já está com o valor de {other}.
        </p>
        {rows.length > 1 ? (
          <div className="flex flex-wrap gap-2">
            <Button tone="secondary" size="small" onClick={() => all('mine')}>
              Tudo meu
            </Button>
            <Button tone="secondary" size="small" onClick={() => all('theirs')}>
              Tudo de {other}
            </Button>
          </div>
        ) : null}
        {rows.map(({ label, mine, theirs }, place) => (
          <div key={label} className="wrap-anywhere whitespace-pre-line">
            <RadioCards
              inline
              legend={label}
              value={sides[place] ?? 'mine'}
              onChange={(side) => setSides(sides.map((before, at) => (at === place ? side : before)))}
              options={[
                { value: 'mine', label: mine, help: 'O seu' },
                { value: 'theirs', label: theirs, help: `O de ${other}` },
              ]}
            />
          </div>
        ))}
      </div>
    </Dialog>
  );
}
