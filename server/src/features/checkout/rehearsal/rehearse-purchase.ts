import { withLabel } from '@vitrine/contract/action-labels';
import { actionSentence } from '@vitrine/contract/action-text';
import { targetTexts } from '@vitrine/contract/actions';
import { formatCentavos } from '@vitrine/contract/money';
import { checkoutTexts } from '@vitrine/contract/orders';
import { chosenOptions, sampleOptions } from '@vitrine/contract/product-options';
import type { AtEnd, RehearsalStep, Rehearse } from '@vitrine/contract/rehearsals';
import type { Db } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { citiesOf } from '../../catalog/city-fit.ts';
import { readProduct } from '../../catalog/read-product.ts';
import { checkCityId } from '../../city/check-city-id.ts';
import type { GameWake } from '../../city/game-wake.ts';
import { type Item, type Planned, planSold, type Sold } from '../../deliveries/plan-deliveries.ts';
import { cityIdOf, playersOf } from '../../deliveries/player.ts';
import { actionOf } from '../../deliveries/render/render-action.ts';
import { reverseOf, wireName } from '../../deliveries/targets.ts';
import { questionsOf } from '../../variables/read-variables.ts';
import { askedIds, playersTyped } from '../ids/asked-ids.ts';
import { readCart } from '../queries.ts';
import { cityDoubt } from './city-doubt.ts';
import { discordDoubts } from './discord-doubts.ts';
import type { Doubt } from './doubt.ts';
import { REHEARSED_NAME, sampleAnswers } from './sample-buyer.ts';
import { seatStates } from './seat-states.ts';

type Asked = Omit<Rehearse, 'subdomain'>;

/** One unit of the product, as this buyer would have bought it now. Refuses `product_not_found` and `identity_required`. */
async function soldNow(
  db: Db,
  store: StoreId,
  { id: product, discordId = '', serverId, ...ids }: Asked,
): Promise<Sold> {
  const found = await readProduct(db, store, product);
  const { name, actions, remove_days, price_centavos: centavos } = found;
  const chosen = chosenOptions(found.options, sampleOptions(found.options));
  const shop = await db.selectFrom('store').where('id', '=', store).select('name').executeTakeFirstOrThrow();
  const { game_servers: servers, products } = await readCart(db, store, [product], {
    client: ids.clientId,
    given: true,
  });
  const asked = askedIds(
    servers,
    products.map((one) => ({ product: one })),
    serverId,
  );
  if (discordId === '' && asked.some(({ kind }) => kind === 'discord_id'))
    throw new Refusal('validation_failed', { error: checkoutTexts.discordId, field: 'discordId' });
  const { client = 0, players } = playersTyped(asked, { ...ids, discordId });
  const questions = await questionsOf(db, store);
  const options = 'kept' in chosen ? chosen.kept : [];
  const item: Item = {
    id: 'rehearsal',
    product_id: product,
    name,
    quantity: 1,
    returned: false,
    remove_days,
    centavos,
    actions,
    options,
  };
  return {
    number: 0,
    client,
    discord_id: discordId,
    players,
    kinds: Object.fromEntries(servers.flatMap(({ id, identity }) => (identity === 'city_id' ? [] : [[id, identity]]))),
    customer_name: REHEARSED_NAME,
    email: null,
    variables: sampleAnswers(questions),
    chosen: questions.filter(({ answer }) => answer === 'choice').map((question) => question.name),
    seat_id: serverId ?? null,
    store_name: shop.name,
    items: [item],
  };
}

/** Why an action goes to no server. */
const goneTexts = {
  server_ended: 'O servidor desta ação foi removido. Edite a ação e escolha outro.',
  server_missing: 'A loja ainda não tem um servidor deste jogo. Adicione um em Configurações, Servidores.',
};

/** What the end of a rehearsal means for an action; null if it only takes back what an earlier action gave. */
function endOf(one: Planned, all: readonly Planned[]): AtEnd | null {
  if (one.phase === 'confirmation') return reverseOf(one.target, one.type) === undefined ? 'stays' : 'taken';
  const replaced = all.some(
    (other) =>
      other.phase === 'confirmation' &&
      other.subject !== null &&
      other.subject === one.subject &&
      other.target === one.target,
  );
  return replaced ? null : 'runs';
}

/**
 * What a purchase of one unit would do now for this buyer: its price, each action with its values, and what stands against
 * each, with the remedy. Nothing is sold, stored or sent; the city and Discord are only asked. Refuses `product_not_found`.
 */
export async function rehearsePurchase(
  deps: Pick<Deps, 'db' | 'config'>,
  answers: GameWake,
  store: StoreId,
  asked: Asked,
): Promise<RehearsalStep[]> {
  const { db } = deps;
  const sold = await soldNow(db, store, asked);
  const { planned } = await transaction(db, (tx) => planSold(tx, store, sold));
  const city = cityIdOf(sold);
  const [cities, seats, found] = await Promise.all([
    citiesOf(db, store),
    seatStates(db, store, playersOf(sold)),
    city ? checkCityId(db, answers, store, city).then(({ result }) => result) : 'unknown',
  ]);
  const doubtsOfDiscord = await discordDoubts(
    deps,
    store,
    sold.discord_id,
    planned.filter(({ target }) => target === 'discord'),
  );
  const steps = planned.map((one): RehearsalStep => {
    const seat = seats.find((state) => state.id === (one.seat ?? store));
    const action = withLabel(actionOf(one.target, one.type, one.args), sold.items[0]?.actions ?? [], one.actionIndex);
    const where = targetTexts[one.target].inCity && seats.length > 1 && seat ? ` em ${seat.name}` : '';
    const days = sold.items[0]?.remove_days;
    const when = one.phase === 'expiration' ? `Depois de ${days} ${days === 1 ? 'dia' : 'dias'}: ` : '';
    const step = { text: `${when}${actionSentence(action)}${where}`, atEnd: endOf(one, planned) };
    const doubt: Doubt | undefined = one.problem
      ? {
          state: 'fails',
          cause: 'unsafe',
          remedy: one.ended ? goneTexts[one.ended] : one.problem,
          place: one.ended === 'server_missing' ? 'servers' : 'product',
        }
      : !targetTexts[one.target].inCity
        ? doubtsOfDiscord.get(one)
        : cityDoubt(one, seat, seat?.id === store ? found : 'unknown', cities);
    if (doubt) return { ...step, line: null, ...doubt };
    if (wireName(one.target, one.type) === 'add_item' && one.phase === 'confirmation') {
      const remedy = 'Se o inventário estiver cheio, a entrega espera até haver espaço.';
      return { ...step, state: 'goes', cause: 'inventory', remedy, line: null, place: null };
    }
    return { ...step, state: 'goes', cause: null, remedy: null, line: null, place: null };
  });
  const [item] = sold.items;
  const price: RehearsalStep = {
    text: `Preço: ${formatCentavos(item?.centavos ?? 0)}`,
    state: 'goes',
    cause: null,
    remedy: 'Na simulação ninguém paga, e estoque e cupom ficam como estão.',
    line: null,
    place: null,
    atEnd: null,
  };
  return [price, ...steps];
}
