import type { User } from '@vitrine/contract/accounts';
import { AccessCard } from './access-card.client.tsx';
import { DevicesCard } from './devices-card.client.tsx';
import { LinkedLoginsCard } from './linked-logins-card.client.tsx';
import { OwnDataCard } from './own-data-card.client.tsx';

/** Everything about one's own account: how one logs in, from where, and what is kept. */
export function AccountTab({ user }: { user: User }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-4">
        <AccessCard user={user} />
        <LinkedLoginsCard user={user} />
      </div>
      <div className="grid grid-cols-1 gap-4">
        <DevicesCard />
        <OwnDataCard user={user} />
      </div>
    </div>
  );
}
