import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Store } from '@vitrine/contract/store-answers';
import { Eye } from 'lucide-react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast.tsx';
import { keepStore } from '../store-queries.ts';

/** In the place of the identification token while this session is not confirmed; asks for that, and shows it. */
export function RevealToken({ store }: { store: Store }) {
  const queries = useQueryClient();
  const reveal = useMutation({
    mutationFn: () => call('POST /store/token', { body: { subdomain: store.subdomain } }),
    onSuccess: ({ apiToken }) => keepStore(queries, { ...store, apiToken }),
    onError: (error) => notify.error(errorText(error, 'Erro ao carregar o token')),
  });
  return (
    <Button
      size="small"
      tone="secondary"
      icon={<Eye className="size-4" />}
      pending={reveal.isPending}
      pendingLabel="Carregando..."
      onClick={() => reveal.mutate()}
    >
      Ver token de identificação
    </Button>
  );
}
