import type { Delivery } from '@vitrine/contract/orders';
import type { RehearsalPlace } from '@vitrine/contract/rehearsals';
import { changesFor } from '../order-texts.ts';
import { placeOf } from './mending-places.ts';

/** What helps a delivery that did not arrive: the cause and the next step in one sentence, and the one button for that step. */

/** A place of the panel where the cause is mended, or a repair of the delivery itself. */
export type Deed = RehearsalPlace | 'renew' | 'player' | 'move' | 'edit' | 'look' | 'resend';

interface Remedy {
  text: string;
  deed: Deed;
}

const deedsOfCodes: Readonly<Record<string, Deed>> = {
  invalid_item: 'product',
  invalid_group: 'product',
  invalid_vehicle: 'product',
  invalid_args: 'product',
  command_not_found: 'product',
  command_denied: 'product',
  action_refused: 'product',
  unsupported_action: 'product',
  invalid_role: 'product',
  player_not_found: 'player',
  player_mismatch: 'player',
  player_ambiguous: 'player',
  unknown_user: 'player',
  plate_taken: 'edit',
  insufficient_funds: 'edit',
  server_ended: 'move',
  server_missing: 'move',
};

const waysOn: Record<Exclude<Deed, RehearsalPlace> | 'product', string> = {
  product: 'corrija o produto e reenvie com ele corrigido',
  renew: 'o produto já mudou, reenvie com ele corrigido',
  player: 'corrija o ID do comprador e reenvie',
  move: 'escolha outro servidor',
  edit: 'combine com o cliente, corrija e reenvie',
  look: 'veja se chegou, marque como entregue ou reenvie',
  resend: 'reenvie quando a causa passar',
};

/** The end of a cause that already says what to do. It is cut off, because the next step would say it a second time. */
const ADVICE = /[:;] (?:confira|corrija|combine|peça|escolha|veja|verifique|será|convide|arraste).*$/s;

function deedOf(delivery: Delivery): Deed {
  const { state, code, phase, productChanged } = delivery;
  if (changesFor(delivery).move) return 'move';
  if (state === 'uncertain') return 'look';
  const deed = (code !== null && Object.hasOwn(deedsOfCodes, code) && deedsOfCodes[code]) || 'resend';
  if (phase === 'reversal' && deed !== 'player') return 'resend';
  return deed === 'product' && productChanged ? 'renew' : deed;
}

/** Null for a delivery that needs nobody. */
export function remedyOf(delivery: Delivery): Remedy | null {
  const { state, message, productChanged } = delivery;
  const place = placeOf(delivery, false);
  // The delivery's message already says what to do, and that the delivery then goes on by itself.
  if (place !== null && message !== null) {
    return place === 'product' && productChanged
      ? { text: `${message.replace(ADVICE, '')}: ${waysOn.renew}.`, deed: 'renew' }
      : { text: `${message}.`, deed: place };
  }
  if (state !== 'failed' && state !== 'uncertain') return null;
  const deed = deedOf(delivery);
  const cause = (message ?? 'Não chegou').replace(ADVICE, '').replace(/\.$/, '');
  return { text: `${cause}: ${waysOn[deed as keyof typeof waysOn]}.`, deed };
}
