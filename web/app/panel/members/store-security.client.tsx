import { call } from '../../lib/call.ts';
import { useCurrentStoreId } from '../current-store.ts';
import { SecurityLog } from '../security-log.client.tsx';

/** Who came into the accounts of the store's people, and what touched its money: apart from the log of changes. */
export function StoreSecurity() {
  const subdomain = useCurrentStoreId();
  return (
    <SecurityLog
      list={(page, signal) => call('POST /security', { body: page, store: subdomain, signal })}
      path="/security"
      body={{ subdomain }}
      file={subdomain ?? 'loja'}
      description="Entradas da equipe, chaves e conta de pagamento, por 180 dias."
      people
    />
  );
}
