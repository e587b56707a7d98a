import { useMutation, useQuery } from '@tanstack/react-query';
import type { Session } from '@vitrine/contract/account-answers';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { ApiError, errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { formatDate } from '../../lib/format.ts';
import { useAppStore } from '../../state/app-store.ts';
import { RelativeTime } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Badge, Card, List, ListRow, SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { refreshAfter } from '../store/query-keys.ts';
import { sessionsQuery } from './sessions-query.ts';

/** Most people have fewer devices; the others show on request. */
const SHOWN = 5;

/** The devices where the person is logged in, and a button to log out each. */
export function DevicesCard() {
  const sessions = useQuery(sessionsQuery);
  const { data } = sessions;
  const [all, setAll] = useState(false);
  const [asking, setAsking] = useState(false);
  const others = data?.filter(({ current }) => !current) ?? [];

  return (
    <Card
      flush
      title="Aparelhos"
      description="Onde a sua conta está aberta."
      className="overflow-hidden"
      actions={
        others.length > 0 ? (
          <Button size="small" tone="secondary" onClick={() => setAsking(true)}>
            Encerrar os outros
          </Button>
        ) : null
      }
    >
      {sessions.isLoadingError ? (
        <LoadFailure title="Erro ao carregar dados" query={sessions} />
      ) : data ? (
        <List aria-label="Aparelhos">
          {(all ? data : data.slice(0, SHOWN)).map((session) => (
            <Device key={session.id} session={session} />
          ))}
        </List>
      ) : (
        <div className="border-t border-line p-4">
          <SkeletonRows rows={2} className="h-12" />
        </div>
      )}
      {data && !all && data.length > SHOWN ? (
        <div className="border-t border-line p-2 text-center">
          <Button size="small" tone="quiet" onClick={() => setAll(true)}>
            Ver todos os {data.length} aparelhos
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Encerrar os outros aparelhos?"
        confirmLabel="Encerrar os outros"
        pendingLabel="Encerrando..."
        dismissLabel="Voltar"
        onConfirm={async () => {
          const { token } = await call('DELETE /account/sessions', {});
          useAppStore.getState().tokenRenewed(token);
          await refreshAfter('DELETE /account/sessions');
          notify.success('Os outros aparelhos saíram da conta.');
        }}
        errorText={(failure) => errorText(failure, 'Erro ao encerrar os aparelhos')}
      >
        Só este continua na conta. Nos outros é preciso entrar de novo.
      </ConfirmDialog>
    </Card>
  );
}

function Device({ session }: { session: Session }) {
  const end = useMutation({
    mutationFn: () => call('DELETE /account/sessions/:id', { params: { id: session.id } }),
    onSuccess: () => notify.success(`${session.device} saiu da conta.`),
    onError: (error) => {
      // The session may have ended elsewhere in the meantime: the new list shows that.
      if (!(error instanceof ApiError && error.code === 'not_found')) {
        notify.error(errorText(error, 'Erro ao encerrar o aparelho'));
      }
    },
    onSettled: () => refreshAfter('DELETE /account/sessions/:id'),
  });
  const Icon = /Android|iOS/.test(session.device) ? Smartphone : Monitor;
  return (
    <ListRow>
      <Icon className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {session.device}
          {session.current ? <Badge tone="ok">Este aparelho</Badge> : null}
        </p>
        <p className="text-small text-muted">
          Entrou em {formatDate(session.createdAt)} · visto <RelativeTime at={session.lastSeenAt} />
        </p>
      </div>
      {session.current ? null : (
        <Button
          size="small"
          tone="secondary"
          aria-label={`Encerrar ${session.device}`}
          pending={end.isPending}
          pendingLabel="Encerrando..."
          onClick={() => end.mutate()}
        >
          Encerrar
        </Button>
      )}
    </ListRow>
  );
}
