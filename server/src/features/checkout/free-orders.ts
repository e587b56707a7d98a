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
 * Counts an order of R$ 0 for its holder: it holds nothing unpaid, so nothing else bounds what a script takes. The first ones of an
 * hour are free; then a network works for each (`worked`), and in the end it is told to wait, like a Discord login.
 */
export async function takeFreeOrder(
  db: Db,
  secret: Secret,
  bound: Bound,
  holder: Holder,
  worked: boolean,
): Promise<void> {
  const who = `${bound.store}:${bound.holder.toString('hex')}`;
  const rule = worked
    ? { key: `free-worked:${who}`, limit: limits.freeOrdersWorked, seconds: SECONDS }
    : { key: `free:${who}`, limit: limits.freeOrdersPerHour, seconds: SECONDS };
  if (await withinLimit(db, rule)) return;
  if (!worked && holder.proven === null) throw proofRequired(secret, bound);
  throw new Refusal('unpaid_limit', { error: TOO_MANY });
}
