import { call, callFile } from '../../lib/call.ts';
import { SecurityLog } from '../list/security-log.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { keyOf } from '../store/query-keys.ts';

/** Logins to the members' accounts and events about the store's money. It is separate from the log of changes. */
export function StoreSecurity() {
  const subdomain = useCurrentStoreId();
  return (
    <SecurityLog
      list={(page, signal) => call('POST /security', { body: page, store: subdomain, signal })}
      download={(format, timeoutMs) =>
        callFile('POST /security/export', { body: { subdomain: subdomain ?? undefined, format }, timeoutMs })
      }
      queryKey={keyOf('POST /security', subdomain)}
      file={subdomain ?? 'loja'}
      description="Entradas da equipe, chaves e conta de pagamento, por 180 dias."
      people
    />
  );
}
