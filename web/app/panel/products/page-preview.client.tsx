import { useCallback } from 'react';
import { call, type Input } from '../../lib/call.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { WindowPreview } from '../window/window-preview.client.tsx';

/** The form as it is when its page is asked for. */
export type PageDraft = Omit<Input<'POST /products/preview'>['body'], 'subdomain'>;

interface PagePreviewProps {
  /** null: closed. */
  draft: PageDraft | null;
  /** Whether the form has pictures that are not uploaded yet. */
  partial: boolean;
  onClose(): void;
}

/** The real page of the product in the shop, drawn from the form. Nobody else sees it, and nothing is saved. */
export function PagePreview({ draft, partial, onClose }: PagePreviewProps) {
  const store = useCurrentStoreId();
  const draw = useCallback(
    (body: PageDraft, signal: AbortSignal) => call('POST /products/preview', { body, store, signal }),
    [store],
  );
  return (
    <Dialog
      open={draft !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="A página na loja"
      size="lg"
    >
      <div className="flex flex-col gap-3">
        {partial ? <Alert>Imagens novas aparecem aqui depois que o produto é salvo.</Alert> : null}
        {draft ? <WindowPreview document={draft} draw={draw} follow={null} /> : null}
      </div>
    </Dialog>
  );
}
