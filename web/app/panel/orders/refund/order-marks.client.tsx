import { type OrderMark, orderMarkTexts } from '@vitrine/contract/order-words';
import { Badge, type Tone } from '../../../ui/surfaces.tsx';

const tones: Record<OrderMark, Tone> = {
  refunded: 'info',
  part_refunded: 'info',
  disputed: 'bad',
  manual: 'accent',
};

/** What stands beside an order's status. */
export function Marks({ marks }: { marks: readonly OrderMark[] }) {
  return marks.map((mark) => (
    <Badge key={mark} tone={tones[mark]}>
      {orderMarkTexts[mark]}
    </Badge>
  ));
}
