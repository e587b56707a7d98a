import { useQuery } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Card, SkeletonRows } from '../../ui/surfaces.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useMay } from '../store/may.ts';
import { ConnectSteps } from './connect/connect-steps.client.tsx';
import { FirstGame } from './connect/first-game.client.tsx';
import { connectionQuery } from './connection-query.ts';
import { PolicyNotice } from './policy-notice.client.tsx';
import { RconLimits } from './rcon-form.client.tsx';
import { RotateToken } from './rotate-token.client.tsx';
import { ServerList } from './server-list.client.tsx';
import type { SettingsTabProps } from './store-tab.client.tsx';

/** Game servers: FiveM's licence notice, the steps with their live state, the connected servers, and the token. */
export function ServersTab({ form, store }: SettingsTabProps) {
  const connection = useQuery(connectionQuery(store.subdomain));
  const { data } = connection;
  const [rotating, setRotating] = useState(false);
  const may = useMay();
  const mayConnect = may('store.connect');

  if (connection.isLoadingError) {
    return (
      <Card>
        <LoadFailure title="Erro ao carregar dados da loja" query={connection} />
      </Card>
    );
  }
  if (!data) return <SkeletonRows rows={3} className="h-40" />;
  const [first] = data.servers;
  const asksCity = data.servers.some((server) => server.identity === 'city_id');
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
      <div className="flex flex-col gap-4">
        {first && first.lastSeenAt === null && mayConnect ? <FirstGame server={first} /> : null}
        {data.servers.some((server) => server.game === 'fivem') ? (
          <PolicyNotice confirmed={data.policyConfirmed} mayConfirm={mayConnect} />
        ) : null}
        {first && !first.rcon && (data.policyConfirmed || first.game !== 'fivem') ? (
          <ConnectSteps key={first.game} store={store} connection={data} game={first.game} />
        ) : null}
        {first?.rcon ? (
          <Card
            title="Entregas por RCON"
            description="A Vitrine manda os comandos. Quem pode instalar o plugin entrega mais, e com conferência."
          >
            <RconLimits />
          </Card>
        ) : null}
      </div>
      <div className="flex flex-col gap-4">
        <ServerList servers={data.servers} gameUrl={data.gameUrl} />
        {asksCity ? (
          <Card
            title="ID da Cidade no checkout"
            description="A loja pergunta à cidade de quem é o ID. O que a cidade diz não existir, ninguém compra."
          >
            <fieldset disabled={!may('store.edit')} className="min-w-0">
              <Field label="Se a cidade estiver fora do ar ou não souber">
                <Select {...form.register('settings.cityCheck')}>
                  <option value="warn">Avisar e deixar comprar</option>
                  <option value="require">Não vender</option>
                </Select>
              </Field>
            </fieldset>
          </Card>
        ) : null}
        {mayConnect ? (
          <Card
            title="Token de identificação"
            description={`Vazou? Troque. O antigo ainda funciona por ${limits.gameTokenOverlapHours} horas.`}
          >
            <div className="flex flex-wrap items-center gap-4">
              <Button tone="secondary" icon={<RefreshCw className="size-4" />} onClick={() => setRotating(true)}>
                Trocar token
              </Button>
              <a href="/docs" className="rounded-control font-medium text-accent-text underline underline-offset-4">
                Referência da API
              </a>
            </div>
          </Card>
        ) : null}
      </div>
      <RotateToken open={rotating} onClose={() => setRotating(false)} />
    </div>
  );
}
