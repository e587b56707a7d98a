import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Store } from '@vitrine/contract/store-answers';
import { Eye } from 'lucide-react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast.tsx';
import { keepStore } from '../store/store-queries.ts';

/** Hides the identification token in a session that is not confirmed: asks to confirm it, then shows the token. */
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
