import type { User } from '@vitrine/contract/account-answers';
import { call, callFile } from '../../lib/call.ts';
import { SecurityLog } from '../list/security-log.client.tsx';
import { keyOf } from '../store/query-keys.ts';
import { AccessCard } from './access-card.client.tsx';
import { DevicesCard } from './devices-card.client.tsx';
import { LinkedLoginsCard } from './linked-logins-card.client.tsx';
import { OwnDataCard } from './own-data-card.client.tsx';
import { PasskeysCard } from './passkeys-card.client.tsx';

/** The person's own account: ways to log in, devices, and stored data. */
export function AccountTab({ user }: { user: User }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-4">
        <AccessCard user={user} />
        <LinkedLoginsCard user={user} />
        <PasskeysCard />
      </div>
      <div className="grid grid-cols-1 gap-4">
        <DevicesCard />
        <OwnDataCard />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:col-span-2">
        <SecurityLog
          list={(page, signal) => call('POST /account/security', { body: page, signal })}
          download={(format, timeoutMs) => callFile('POST /account/security/export', { body: { format }, timeoutMs })}
          queryKey={keyOf('POST /account/security')}
          file="minha-conta"
          description="Entradas, tentativas recusadas e mudanças nos acessos, por 180 dias. Algo que não foi você? Troque a senha."
        />
      </div>
    </div>
  );
}
