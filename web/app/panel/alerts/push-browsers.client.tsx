import { useMutation, useQuery } from '@tanstack/react-query';
import type { PushBrowser } from '@vitrine/contract/push';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { useAppStore } from '../../state/app-store.ts';
import { RelativeTime } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/inputs.tsx';
import { Alert, Card, List, ListRow, SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { askForPush, endPush, knowsPush, rememberPush } from '../live/push.ts';
import { keyOf, refreshAfter } from '../store/query-keys.ts';

/** The notices that come while the panel is closed: in this browser, and the list of the person's other ones. */
export function PushBrowsers() {
  const query = useQuery({
    queryKey: keyOf('GET /account/push'),
    queryFn: ({ signal }) => call('GET /account/push', { signal }),
  });
  if (query.isLoadingError) {
    return (
      <Card title="Com o painel fechado" className="max-w-2xl">
        <LoadFailure title="Erro ao carregar dados" query={query} />
      </Card>
    );
  }
  if (!query.data) return <SkeletonRows rows={3} />;
  return <Browsers serverKey={query.data.key} browsers={query.data.browsers} />;
}

function Browsers({ serverKey, browsers }: { serverKey: string; browsers: PushBrowser[] }) {
  const person = useAppStore((state) => state.auth.user?.id ?? null);
  const [permission, setPermission] = useState(() => (knowsPush ? Notification.permission : 'denied'));
  const here = browsers.find(({ current }) => current);
  const remove = async (id: string) => await call('POST /account/push/remove', { body: { id } });

  const turn = useMutation({
    mutationFn: async (wanted: boolean) => {
      if (!wanted) {
        rememberPush(null);
        if (here) await remove(here.id);
        return await endPush();
      }
      // Browsers ask only after a press.
      const answer = await Notification.requestPermission();
      setPermission(answer);
      if (answer !== 'granted') return;
      await askForPush(serverKey);
      rememberPush(person);
    },
    onSettled: () => refreshAfter('POST /account/push'),
  });
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => notify.success('Aquele navegador não recebe mais avisos.'),
    onError: (error) => notify.error(errorText(error, 'Erro ao remover o navegador')),
    onSettled: () => refreshAfter('POST /account/push/remove'),
  });
  const others = browsers.filter(({ current }) => !current);

  return (
    <Card
      flush
      title="Com o painel fechado"
      description="O que chega é o que você marcou em Meus avisos, na coluna Navegador."
      className="max-w-2xl"
    >
      <div className="flex flex-col gap-4 px-4 pb-4 sm:px-5">
        <Switch
          label="Receber avisos neste navegador"
          help={helpOf(permission)}
          disabled={!knowsPush || permission === 'denied' || turn.isPending}
          checked={here !== undefined && permission === 'granted'}
          onChange={(event) => turn.mutate(event.target.checked)}
        />
        {turn.isError ? (
          <Alert tone="bad" assertive>
            {errorText(turn.error, 'O navegador não aceitou os avisos. Tente de novo mais tarde.')}
          </Alert>
        ) : null}
      </div>
      {others.length > 0 ? (
        <List aria-label="Seus outros navegadores com avisos">
          {others.map(({ id, device, createdAt, sentAt }) => (
            <ListRow key={id} className="justify-between">
              <span className="min-w-0">
                <span className="block wrap-anywhere">{device}</span>
                <span className="block text-small text-muted">
                  {sentAt ? 'último aviso ' : 'ligado '}
                  <RelativeTime at={sentAt ?? createdAt} />
                </span>
              </span>
              <Button
                tone="quiet"
                pending={removal.isPending && removal.variables === id}
                onClick={() => removal.mutate(id)}
                aria-label={`Remover ${device}`}
              >
                Remover
              </Button>
            </ListRow>
          ))}
        </List>
      ) : null}
    </Card>
  );
}

function helpOf(permission: NotificationPermission): string {
  if (!knowsPush)
    return 'Este navegador não recebe avisos. No iPhone, adicione a Vitrine à tela de início e abra por lá.';
  if (permission === 'denied')
    return 'Bloqueado neste navegador. Libere as notificações nas permissões do site e tente de novo.';
  return 'Termina quando você sai da conta neste navegador.';
}
