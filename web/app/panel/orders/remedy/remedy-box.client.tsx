import type { Delivery } from '@vitrine/contract/orders';
import { CheckCheck, ExternalLink, PackageCheck, Pencil, RotateCw, ServerCog } from 'lucide-react';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { useMay } from '../../store/may.ts';
import type { DeliveryChange } from '../delivery-card.client.tsx';
import type { Repair } from '../repair-dialog.client.tsx';
import { mendingPlaces } from './mending-places.ts';
import { type Deed, remedyOf } from './remedy.ts';

interface RemedyBoxProps {
  delivery: Delivery;
  mayRepair: boolean;
  onRepair(repair: Repair): void;
  onChange(change: DeliveryChange): void;
  /** Absent if no id of the order can be corrected. */
  onCorrect?: (() => void) | undefined;
}

/** Why a delivery did not arrive and what helps, in one sentence, with the button for it. Empty if the delivery needs nobody. */
export function RemedyBox(props: RemedyBoxProps) {
  const remedy = remedyOf(props.delivery);
  if (!remedy) return null;
  const { state, code } = props.delivery;
  return (
    <div
      className={`mt-2 rounded-control px-3 py-2 text-small ${state === 'failed' ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
    >
      <p className="break-words">
        {remedy.text}
        {state === 'queued' || !code ? null : <code className="ml-1 font-mono">({code})</code>}
      </p>
      <Way {...props} deed={remedy.deed} />
    </div>
  );
}

function Way({ delivery, mayRepair, onRepair, onChange, onCorrect, deed }: RemedyBoxProps & { deed: Deed }) {
  const may = useMay();
  const look = { size: 'small', tone: 'primary', className: 'mt-2 mb-1 max-sm:w-full' } as const;
  switch (deed) {
    case 'product':
    case 'servers':
    case 'discord':
    case 'plan': {
      const { text, to, access } = mendingPlaces[deed];
      if (!may(access) || (deed === 'product' && delivery.productId === null)) return null;
      return (
        <LinkButton {...look} to={to(delivery.productId ?? '')} icon={<ExternalLink className="size-4" />}>
          {text}
        </LinkButton>
      );
    }
    case 'renew':
      return mayRepair ? (
        <Button
          {...look}
          icon={<PackageCheck className="size-4" />}
          onClick={() => onChange({ kind: 'renew', deliveries: [delivery] })}
        >
          Reenviar com o produto corrigido
        </Button>
      ) : null;
    case 'player':
      return mayRepair && onCorrect ? (
        <Button {...look} icon={<Pencil className="size-4" />} onClick={onCorrect}>
          Corrigir o ID do comprador
        </Button>
      ) : null;
    case 'move':
      return mayRepair ? (
        <Button
          {...look}
          icon={<ServerCog className="size-4" />}
          onClick={() => onChange({ kind: 'move', deliveries: [delivery] })}
        >
          Escolher outro servidor
        </Button>
      ) : null;
    case 'edit':
      return mayRepair && may('orders.give') ? (
        <Button {...look} icon={<Pencil className="size-4" />} onClick={() => onChange({ kind: 'edit', delivery })}>
          Corrigir e reenviar
        </Button>
      ) : null;
    case 'look':
      return mayRepair ? (
        <Button {...look} icon={<CheckCheck className="size-4" />} onClick={() => onRepair({ kind: 'mark', delivery })}>
          Marcar como entregue
        </Button>
      ) : null;
    case 'resend':
      return mayRepair ? (
        <Button
          {...look}
          icon={<RotateCw className="size-4" />}
          onClick={() => onRepair({ kind: 'resend', deliveries: [delivery] })}
        >
          Reenviar
        </Button>
      ) : null;
  }
}
