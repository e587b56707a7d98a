import type { PublicOrder } from '@vitrine/contract/orders';
import { DeliveryTimeline } from '../../order/delivery-timeline.tsx';

/** An example order as a buyer sees it, with one item delivered and one waiting, in the real timeline. */
const example: Pick<PublicOrder, 'name' | 'deliveries'> = {
  name: [
    { _id: '1', name: 'VIP Ouro', quantity: 1, returned: 0, value: 0, options: [] },
    { _id: '2', name: 'Mala de dinheiro', quantity: 1, returned: 0, value: 0, options: [] },
  ],
  deliveries: [
    {
      id: 'a',
      product: 'VIP Ouro',
      text: 'Cargo VIP Ouro no Discord por 30 dias',
      state: 'succeeded',
      phase: 'confirmation',
      resent: false,
      unconfirmed: false,
      message: null,
      hint: null,
      aftermath: null,
      dueAt: null,
      finishedAt: null,
    },
    {
      id: 'b',
      product: 'Mala de dinheiro',
      text: 'R$ 50.000 no banco da cidade',
      state: 'queued',
      phase: 'confirmation',
      resent: false,
      unconfirmed: false,
      message: 'O jogador não está na cidade.',
      hint: 'Entre na cidade para receber.',
      aftermath: null,
      dueAt: null,
      finishedAt: null,
    },
  ],
};

export function DemoOrder() {
  return (
    <figure className="min-w-0">
      <div className="rounded-card shadow-soft">
        <DeliveryTimeline order={example} />
      </div>
      <figcaption className="mt-3 text-center text-small text-muted">
        É isto que o comprador vê, ao vivo.
        <br />
        Exemplo com dados fictícios.
      </figcaption>
    </figure>
  );
}
