import type { Delivery } from '@vitrine/contract/orders';
import { Ban, PackageCheck, RotateCw } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/inputs.tsx';
import { changesFor } from '../order-texts.ts';
import { mayCancel, mayResendGoods } from './chosen.ts';

interface ChosenBarProps {
  /** Deliveries of the list that can be chosen. */
  choosable: readonly Delivery[];
  picking: readonly Delivery[];
  onAll(on: boolean): void;
  onResend(): void;
  onRenew(deliveries: Delivery[]): void;
  onCancel(): void;
}

/** Chooses all deliveries of the list, and offers what can be done with the chosen ones. Each button says how many it is about. */
export function ChosenBar({ choosable, picking, onAll, onResend, onRenew, onCancel }: ChosenBarProps) {
  const resendable = picking.filter(mayResendGoods).length;
  const cancellable = picking.filter(mayCancel).length;
  const renewable = picking.filter((delivery) => changesFor(delivery).renew);
  const of = (count: number, verb: string) => (count === 1 ? `${verb} a escolhida` : `${verb} as ${count} escolhidas`);
  return (
    <div className="mb-3 flex flex-col gap-3 sm:min-h-11 sm:flex-row sm:flex-wrap sm:items-center">
      <Checkbox
        label={
          picking.length === 0
            ? 'Escolher todas desta lista'
            : picking.length === 1
              ? '1 escolhida'
              : `${picking.length} escolhidas`
        }
        checked={picking.length === choosable.length}
        ref={(box) => {
          if (box) box.indeterminate = picking.length > 0 && picking.length < choosable.length;
        }}
        onChange={(event) => onAll(event.target.checked)}
      />
      {picking.length > 0 ? (
        <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
          {resendable > 0 ? (
            <Button size="small" icon={<RotateCw className="size-4" />} onClick={onResend}>
              {of(resendable, 'Reenviar')}
            </Button>
          ) : null}
          {renewable.length > 0 ? (
            <Button
              size="small"
              tone="secondary"
              icon={<PackageCheck className="size-4" />}
              onClick={() => onRenew(renewable)}
            >
              {renewable.length === 1
                ? 'Reenviar com o produto corrigido'
                : `Reenviar ${renewable.length} com o produto corrigido`}
            </Button>
          ) : null}
          {cancellable > 0 ? (
            <Button size="small" tone="quiet" icon={<Ban className="size-4" />} onClick={onCancel}>
              {of(cancellable, 'Cancelar')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
