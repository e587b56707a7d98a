import { useQuery } from '@tanstack/react-query';
import type { Passkey } from '@vitrine/contract/guard-answers';
import { lazy, useState } from 'react';
import { hasPasskeys } from '../../entry/passkey.ts';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { formatDate } from '../../lib/format.ts';
import { RelativeTime } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Card, List, ListRow, SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { refreshAfter } from '../store/query-keys.ts';
import { passkeysQuery } from './passkeys-query.ts';

const PasskeyDialog = lazy(async () => ({ default: (await import('./passkey-dialog.client.tsx')).PasskeyDialog }));

/** Passkeys of this account: each is a login without password and code. */
export function PasskeysCard() {
  const passkeys = useQuery(passkeysQuery);
  const { data } = passkeys;
  const [adding, setAdding] = useState(false);
  return (
    <Card
      flush
      title="Passkeys"
      description="Entre com o dedo, o rosto ou o PIN do aparelho, sem senha e sem código."
      className="overflow-hidden"
      actions={
        hasPasskeys() ? (
          <Button size="small" tone="secondary" onClick={() => setAdding(true)}>
            Adicionar passkey
          </Button>
        ) : null
      }
    >
      {passkeys.isLoadingError ? (
        <LoadFailure title="Erro ao carregar dados" query={passkeys} />
      ) : !data ? (
        <div className="border-t border-line p-4">
          <SkeletonRows rows={1} className="h-12" />
        </div>
      ) : data.length === 0 ? (
        <p className="border-t border-line px-4 py-5 text-muted sm:px-5">
          {hasPasskeys() ? 'Nenhuma ainda.' : 'Este navegador não usa passkeys.'}
        </p>
      ) : (
        <List aria-label="Passkeys">
          {data.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </List>
      )}
      <OnDemand when={adding}>
        <PasskeyDialog open={adding} onClose={() => setAdding(false)} />
      </OnDemand>
    </Card>
  );
}

function Row({ passkey }: { passkey: Passkey }) {
  const [asking, setAsking] = useState(false);
  return (
    <ListRow>
      <div className="min-w-0 grow">
        <p className="font-medium break-words">{passkey.name}</p>
        <p className="text-small text-muted">
          Criada em {formatDate(passkey.createdAt)}
          {passkey.lastUsedAt ? (
            <>
              {' '}
              · usada <RelativeTime at={passkey.lastUsedAt} />
            </>
          ) : (
            ' · nunca usada'
          )}
        </p>
      </div>
      <Button size="small" tone="secondary" aria-label={`Remover ${passkey.name}`} onClick={() => setAsking(true)}>
        Remover
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remover ${passkey.name}?`}
        confirmLabel="Remover"
        pendingLabel="Removendo..."
        dismissLabel="Voltar"
        onConfirm={async () => {
          await call('POST /account/passkeys/remove', { body: { id: passkey.id } });
          await refreshAfter('POST /account/passkeys/remove');
          notify.success('Passkey removida.');
        }}
        errorText={(error) => errorText(error, 'Erro ao remover a passkey')}
      >
        Ela não entra mais na sua conta. Quem já está dentro continua.
      </ConfirmDialog>
    </ListRow>
  );
}
