import type { WindowDocument } from '@vitrine/contract/window';
import { ExternalLink, Undo2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Alert, PageHeader } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { useUnsavedChanges } from '../form/unsaved-changes.ts';
import { SectionList } from './section-list.client.tsx';
import { placeOf } from './sections.ts';
import type { useDraft } from './use-draft.client.ts';
import { WindowPreview } from './window-preview.client.tsx';

type Draft = ReturnType<typeof useDraft>;

interface SectionEditorProps {
  store: string | null;
  title: string;
  draft: Draft;
  /** What was published, for the toast: "Vitrine publicada!" */
  published: string;
  publishFailure: string;
  emptyText: string;
  note?: string;
  /** Whether the document was never published. */
  unpublished?: boolean;
  /** Beside "Desfazer mudança". */
  actions?: ReactNode;
  link?: { href: string; text: string };
  draw(document: WindowDocument, signal: AbortSignal): Promise<{ html: string }>;
  onReload(): Promise<void>;
}

const stateTexts = {
  saved: 'Rascunho salvo',
  changed: 'Salvando…',
  saving: 'Salvando…',
  failed: 'Rascunho não salvo',
  conflict: 'Rascunho não salvo',
} as const;

/** Where an owner builds a document of sections: a draft that saves itself, a live preview, and a press that publishes. */
export function SectionEditor(props: SectionEditorProps) {
  const { store, title, draft, link, onReload } = props;
  const { state, changed } = draft;
  const [publishing, setPublishing] = useState(false);
  const previewId = useId();
  const [open, setOpen] = useState<string | null>(null);
  const edited = draft.document.sections.find(({ id }) => id === open);
  const compared = changed
    ? props.unpublished
      ? 'ainda não está no ar'
      : 'diferente do que está no ar'
    : 'igual ao que está no ar';
  useUnsavedChanges(state === 'failed' || state === 'conflict');

  const publish = async () => {
    setPublishing(true);
    try {
      await draft.publish();
      notify.success(props.published);
    } catch (error) {
      notify.error(errorText(error, props.publishFailure));
    } finally {
      setPublishing(false);
    }
  };

  return (
    <>
      <PageHeader
        title={title}
        description={
          <span role="status">
            {stateTexts[state]}
            {state === 'saved' ? ` · ${compared}` : ''}
          </span>
        }
        actions={
          <>
            <Button
              tone="quiet"
              icon={<Undo2 className="size-4.5" />}
              disabled={!draft.canUndo || state === 'conflict'}
              onClick={draft.undo}
            >
              Desfazer mudança
            </Button>
            {props.actions}
            <Button
              className="max-sm:order-first"
              pending={publishing}
              pendingLabel="Publicando..."
              disabled={!changed || state === 'conflict'}
              onClick={() => void publish()}
            >
              Publicar
            </Button>
          </>
        }
      />
      {state === 'conflict' || state === 'failed' ? (
        <div className="mb-4">
          <Alert
            tone="bad"
            assertive
            title="Rascunho não salvo"
            action={
              state === 'conflict' ? (
                <Button tone="secondary" onClick={() => void onReload()}>
                  Recarregar
                </Button>
              ) : (
                <Button tone="secondary" onClick={() => void draft.save()}>
                  Tentar de novo
                </Button>
              )
            }
          >
            {errorText(draft.failure, 'Confira sua conexão. O que você escreveu continua aqui.')}
            {state === 'conflict' ? ' O que você mudou aqui depois disso se perde.' : null}
          </Alert>
        </div>
      ) : null}
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <SectionList
          previewId={previewId}
          store={store}
          document={draft.document}
          onChange={draft.change}
          open={open}
          onOpen={setOpen}
          emptyText={props.emptyText}
          note={props.note}
        />
        <div id={previewId} className="flex min-w-0 scroll-mt-20 flex-col gap-3 xl:sticky xl:top-8">
          <WindowPreview document={draft.document} draw={props.draw} follow={edited ? placeOf(edited) : null} />
          {link ? (
            <a
              href={link.href}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-11 items-center gap-2 self-start text-small text-accent-text hover:underline"
            >
              {link.text} <ExternalLink className="size-4" aria-hidden="true" />
            </a>
          ) : null}
        </div>
      </div>
    </>
  );
}
