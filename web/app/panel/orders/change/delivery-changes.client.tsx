import { resendableStates } from '@vitrine/contract/resend-words';
import { useState } from 'react';
import type { DeliveryChange } from '../delivery-card.client.tsx';
import { ResendDialog } from '../resend/resend-dialog.client.tsx';
import { EditDeliveryDialog } from './edit-delivery-dialog.client.tsx';
import { MoveDeliveryDialog } from './move-delivery-dialog.client.tsx';
import { RenewDialog } from './renew-dialog.client.tsx';

interface DeliveryChangesProps {
  change: DeliveryChange | null;
  onClose(): void;
  /** The order changes by itself in a moment: a job began, or deliveries are in the queue again. */
  onStarted(): void;
}

/** The dialog of a change: the arguments of one delivery, its server, or sending again, also to a new character. */
export function DeliveryChanges({ change, onClose, onStarted }: DeliveryChangesProps) {
  const [shown, setShown] = useState(change);
  // Each opening starts anew, and the closing window still shows its words.
  const [opening, setOpening] = useState(0);
  if (change && change !== shown) {
    setShown(change);
    setOpening(opening + 1);
  }
  if (!shown) return null;
  const open = change !== null;
  switch (shown.kind) {
    case 'edit':
      return <EditDeliveryDialog key={opening} delivery={shown.delivery} open={open} onClose={onClose} />;
    case 'move':
      return <MoveDeliveryDialog key={opening} deliveries={shown.deliveries} open={open} onClose={onClose} />;
    case 'renew':
      return (
        <RenewDialog key={opening} deliveries={shown.deliveries} open={open} onClose={onClose} onSent={onStarted} />
      );
    case 'again':
      return (
        <ResendDialog
          key={opening}
          open={open}
          filter={{}}
          ids={shown.deliveries.map(({ id }) => id)}
          states={resendableStates.filter((state) => shown.deliveries.some((one) => one.state === state))}
          words={[]}
          onClose={onClose}
          onStarted={onStarted}
        />
      );
  }
}
