import { formatDateTime } from '@vitrine/contract/dates';
import type { WindowAnswer } from '@vitrine/contract/window';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Badge } from '../../ui/surfaces.tsx';

type Publication = WindowAnswer['history'][number];

interface WindowHistoryProps {
  open: boolean;
  history: Publication[];
  published: string | null;
  onClose(): void;
  onRestore(id: string): Promise<void>;
  /** Shows the shop as it was before its first publication. */
  onEmpty(): Promise<void>;
}

/** The shop before anything was published. */
const BEFORE = 'before';

const sectionCount = (count: number) => (count === 0 ? 'Sem seções' : count === 1 ? '1 seção' : `${count} seções`);

/** What was published, the newest first; each earlier one can be published again. */
export function WindowHistory({ open, history, published, onClose, onRestore, onEmpty }: WindowHistoryProps) {
  const [chosen, setChosen] = useState<Publication | typeof BEFORE | null>(null);
  return (
    <>
      <Dialog open={open && !chosen} onOpenChange={(next) => next || onClose()} title="Histórico">
        {history.length === 0 ? (
          <p className="text-muted">Nada foi publicado ainda.</p>
        ) : (
          <ol className="divide-y divide-line">
            {history.map((one) => (
              <li key={one.id} className="flex items-center justify-between gap-4 py-3">
                <div className="min-w-0">
                  <p className="figures font-medium">{formatDateTime(one.publishedAt)}</p>
                  <p className="truncate text-small text-muted">
                    {sectionCount(one.sections)} · {one.by ?? 'conta encerrada'}
                  </p>
                </div>
                {one.id === published ? (
                  <Badge tone="ok">No ar</Badge>
                ) : (
                  <Button
                    tone="secondary"
                    size="small"
                    aria-label={`Voltar para ${formatDateTime(one.publishedAt)}`}
                    onClick={() => setChosen(one)}
                  >
                    Voltar para esta
                  </Button>
                )}
              </li>
            ))}
            <li className="flex items-center justify-between gap-4 py-3">
              <div className="min-w-0">
                <p className="font-medium">Antes da primeira publicação</p>
                <p className="text-small text-muted">Sem seções: o topo e todas as categorias</p>
              </div>
              <Button
                tone="secondary"
                size="small"
                aria-label="Voltar para antes da primeira publicação"
                onClick={() => setChosen(BEFORE)}
              >
                Voltar para esta
              </Button>
            </li>
          </ol>
        )}
      </Dialog>
      <ConfirmDialog
        open={chosen !== null}
        onOpenChange={(next) => next || setChosen(null)}
        title="Voltar para esta publicação?"
        tone="primary"
        confirmLabel="Publicar de novo"
        pendingLabel="Publicando..."
        onConfirm={async () => {
          if (chosen === BEFORE) await onEmpty();
          else if (chosen) await onRestore(chosen.id);
          onClose();
        }}
        errorText={(error) => errorText(error, 'Não foi possível voltar. Tente novamente.')}
      >
        Quem visita a loja vê esta versão na hora, e o rascunho passa a ser ela. A publicação de agora fica no
        histórico.
      </ConfirmDialog>
    </>
  );
}
