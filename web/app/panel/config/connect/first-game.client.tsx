import { useMutation } from '@tanstack/react-query';
import { type Game, games, targetTexts } from '@vitrine/contract/action-types';
import type { StoreConnection } from '@vitrine/contract/store-answers';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/inputs.tsx';
import { Card } from '../../../ui/surfaces.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';

type Server = StoreConnection['servers'][number];

/** The games in a choice of one. */
export const GameOptions = () =>
  games.map((game) => (
    <option key={game} value={game}>
      {targetTexts[game].badge}
    </option>
  ));

/** Which game the store's first server is, while none has spoken to it. */
export function FirstGame({ server }: { server: Server }) {
  const store = useCurrentStoreId();
  const change = useMutation({
    mutationFn: (game: Game) => {
      const { id, name, silenceMinutes } = server;
      return call('POST /servers/edit', { body: { id, name, silenceMinutes, game }, store });
    },
    onSuccess: () => refreshAfter('POST /servers/edit', store),
    onError: (error) => notify.error(errorText(error, 'Erro ao salvar o servidor')),
  });
  return (
    <Card>
      <Field
        label="Qual é o jogo do seu servidor?"
        help="Pode mudar até a primeira conexão. Outros jogos da loja entram em Adicionar servidor."
      >
        <Select
          value={change.isPending ? change.variables : server.game}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.target.value as Game)}
        >
          <GameOptions />
        </Select>
      </Field>
    </Card>
  );
}
