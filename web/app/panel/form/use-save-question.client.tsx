import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';

/** What a form asks before it saves something that is allowed, but seldom meant. */
export interface SaveQuestion {
  title: string;
  text: ReactNode;
  /** The button that saves. */
  confirm: string;
}

interface Asked {
  question: SaveQuestion;
  answer(save: boolean): void;
}

/** `ask` resolves to whether to save: at once if there is no question, else by the answer. `dialog` belongs on the page. */
export function useSaveQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [last, setLast] = useState<Asked | null>(null);
  // A closing dialog still shows its question.
  if (asked && asked !== last) setLast(asked);
  const answer = (save: boolean) => {
    asked?.answer(save);
    setAsked(null);
  };
  return {
    ask: async (question: SaveQuestion | null): Promise<boolean> =>
      question === null || (await new Promise<boolean>((resolve) => setAsked({ question, answer: resolve }))),
    dialog: (
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && answer(false)}
        tone="primary"
        title={last?.question.title ?? ''}
        confirmLabel={last?.question.confirm ?? ''}
        pendingLabel="Salvando..."
        dismissLabel="Voltar"
        // The form saves after the window has closed, so the focus can go to a field that is refused.
        onConfirm={async () => answer(true)}
        errorText={String}
      >
        {last?.question.text}
      </ConfirmDialog>
    ),
  };
}
