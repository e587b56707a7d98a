import { limits } from '@vitrine/contract/limits';
import type { Db } from '../../db/database.ts';
import type { Secret } from '../../db/seal.ts';
import { Refusal } from '../../http/errors.ts';
import { withinLimit } from '../../http/throttle.ts';
import type { Holder } from './holder.ts';
import { type Bound, proofRequired } from './proof-of-work.ts';

const SECONDS = 3600;
const TOO_MANY = 'Muitos pedidos de graça já foram feitos daqui nesta loja na última hora. Tente de novo mais tarde.';

/**
 * Counts an order of R$ 0 for its holder. It holds nothing unpaid, so no other limit bounds what a script takes. In an
 * hour the first ones are free; then a network needs a proof of work for each (`worked`), and in the end it must wait,
 * as a Discord login must. The /48 around an IPv6 network is counted too.
 */
export async function takeFreeOrder(
  db: Db,
  secret: Secret,
  bound: Bound,
  holder: Holder,
  worked: boolean,
): Promise<void> {
  const kind = worked ? 'free-worked' : 'free';
  const rule = (who: Buffer, limit: number, wide = '') =>
    withinLimit(db, { key: `${kind}${wide}:${bound.store}:${who.toString('hex')}`, limit, seconds: SECONDS });
  const withinOwn = await rule(bound.holder, worked ? limits.freeOrdersWorked : limits.freeOrdersPerHour);
  const most = worked ? limits.freeOrdersWorkedWide : limits.freeOrdersPerHourWide;
  const withinWide = holder.wide === null || (await rule(holder.wide, most, '-wide'));
  if (withinOwn && withinWide) return;
  if (!worked && holder.proven === null) throw proofRequired(secret, bound);
  throw new Refusal('unpaid_limit', { error: TOO_MANY });
}
