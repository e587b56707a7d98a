import { call } from '../../lib/call.ts';
import { useCurrentStoreId } from '../current-store.ts';
import { SecurityLog } from '../security-log.client.tsx';

/** Logins to the members' accounts and events about the store's money. It is separate from the log of changes. */
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
