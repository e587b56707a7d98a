import { withLabel } from '@vitrine/contract/action-labels';
import { actionSentence } from '@vitrine/contract/action-text';
import { type Action, targetTexts } from '@vitrine/contract/actions';
import { type City, type CityProblem, cityProblems } from '@vitrine/contract/city-fit';
import { formatCentavos } from '@vitrine/contract/money';
import type { RehearsalCause, RehearsalStep } from '@vitrine/contract/rehearsals';
import type { VariableInput } from '@vitrine/contract/variables';
import type { Db } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { StoreId } from '../../../http/store.ts';
import { citiesOf } from '../../catalog/city-fit.ts';
import { readProduct } from '../../catalog/read-product.ts';
import { checkCityId } from '../../city/check-city-id.ts';
import type { GameWake } from '../../city/game-wake.ts';
import { versionNumber } from '../../city/script-version.ts';
import { type Item, type Planned, planSold, type Sold } from '../../deliveries/plan-deliveries.ts';
import { actionOf, storedAction } from '../../deliveries/render/render-action.ts';
import { kindOf } from '../../deliveries/targets.ts';
import { scriptVersion } from '../../stores/script-zip.ts';
import { variablesOf } from '../../variables/read-variables.ts';
import { discordDoubts } from './discord-doubts.ts';
import { type SeatState, seatStates } from './seat-states.ts';

interface Buyer {
  clientId: number;
  discordId: string;
}

interface Doubt {
  state: 'waits' | 'fails';
  cause: RehearsalCause;
  remedy: string;
}

const causeOf: Record<CityProblem['kind'], RehearsalCause> = {
  missing: 'name_missing',
  unsupported: 'unsupported',
  denied: 'command_denied',
  unsure: 'name_unsure',
};

/** An answer that the question accepts: what a buyer could write. */
const sample = (variable: VariableInput): string =>
  variable.kind !== 'question'
    ? ''
    : variable.answer === 'choice'
      ? (variable.choices[0] ?? '')
      : variable.answer === 'number'
        ? '1'
        : 'teste';

/** One unit of the product, as this buyer would have bought it now. Refuses `product_not_found`. */
async function soldNow(db: Db, store: StoreId, product: string, { clientId, discordId }: Buyer): Promise<Sold> {
  const { name, actions, remove_days, price_centavos: centavos } = await readProduct(db, store, product);
  const shop = await db.selectFrom('store').where('id', '=', store).select('name').executeTakeFirstOrThrow();
  const questions = (await variablesOf(db, store)).filter(({ kind }) => kind === 'question');
  const item: Item = { id: 'rehearsal', product_id: product, name, quantity: 1, remove_days, centavos, actions };
  return {
    number: 0,
    client: clientId,
    discord_id: discordId,
    players: null,
    kinds: null,
    customer_name: 'Teste',
    email: null,
    variables: Object.fromEntries(questions.map((question) => [question.name, sample(question)])),
    chosen: questions.flatMap((question) =>
      question.kind === 'question' && question.answer === 'choice' ? [question.name] : [],
    ),
    seat_id: null,
    store_name: shop.name,
    items: [item],
  };
}

/** What stands against an action in its city: the server first, then what is asked of it, then the player. */
function cityDoubt(
  planned: Planned,
  seat: SeatState | undefined,
  found: string,
  about: { cities: City[]; player: string },
): Doubt | undefined {
  if (seat === undefined || !seat.alive) {
    return seat?.claimed
      ? {
          state: 'waits',
          cause: 'not_seated',
          remedy: `Um servidor espera por “${seat.name}” e não recebe entregas. Aprove-o em Configurações, Servidores.`,
        }
      : {
          state: 'waits',
          ...(seat?.known
            ? {
                cause: 'server_silent',
                remedy: `“${seat.name}” está fora do ar. Ligue o servidor: a entrega sai assim que ele voltar. Se ele está ligado, confira o token no console.`,
              }
            : {
                cause: 'no_server',
                remedy:
                  'Nenhum servidor foi conectado. Instale o script e cole o token dele, em Configurações, Servidores.',
              }),
        };
  }
  const action = { ...storedAction({ ...planned, action_type: planned.type }), server: seat.id } as Action;
  const [problem] = cityProblems(action, about.cities, undefined);
  if (problem?.kind === 'unsupported' && versionNumber(seat.version) < versionNumber(scriptVersion())) {
    return {
      state: 'fails',
      cause: 'script_outdated',
      remedy: `O script de “${seat.name}” é o ${seat.version}, e o atual é o ${scriptVersion()}. Baixe-o em Configurações, Servidores: ${problem.text}`,
    };
  }
  if (problem && problem.kind !== 'unsure')
    return { state: 'fails', cause: causeOf[problem.kind], remedy: problem.text };
  if (found === 'missing')
    return {
      state: 'fails',
      cause: 'player_missing',
      remedy: `A cidade não conhece o ID ${about.player}. Confira o número.`,
    };
  if (problem) return { state: 'fails', cause: causeOf[problem.kind], remedy: problem.text };
  const kind = kindOf(planned.target, planned.type);
  if (kind?.needsPlayer && !seat.online.includes(about.player)) {
    return {
      state: 'waits',
      cause: 'player_offline',
      remedy: 'Um item só chega com o jogador na cidade: a entrega espera até ele entrar.',
    };
  }
  if (planned.type === 'add_item' && seat.full) {
    return {
      state: 'waits',
      cause: 'no_room',
      remedy: `O inventário do ID ${about.player} está cheio: uma entrega dele já espera por espaço. Esta esperaria também.`,
    };
  }
  return undefined;
}

/**
 * What a purchase of one unit would do now for this buyer: its price, each action with its values, and what stands against
 * each, with the remedy. Nothing is sold, stored or sent; the city and Discord are only asked. Refuses `product_not_found`.
 */
export async function rehearsePurchase(
  deps: Pick<Deps, 'db' | 'config'>,
  answers: GameWake,
  store: StoreId,
  { id, ...buyer }: Buyer & { id: string },
): Promise<RehearsalStep[]> {
  const { db } = deps;
  const sold = await soldNow(db, store, id, buyer);
  const { planned } = await transaction(db, (tx) => planSold(tx, store, sold));
  const [cities, seats, { result: found }] = await Promise.all([
    citiesOf(db, store),
    seatStates(db, store, String(buyer.clientId)),
    checkCityId(db, answers, store, buyer.clientId),
  ]);
  const doubtsOfDiscord = await discordDoubts(
    deps,
    store,
    buyer.discordId,
    planned.filter(({ target }) => target === 'discord'),
  );
  const steps = planned.map((one): RehearsalStep => {
    const seat = seats.find((state) => state.id === (one.seat ?? store));
    const action = withLabel(actionOf(one.target, one.type, one.args), sold.items[0]?.actions ?? [], one.actionIndex);
    const where = targetTexts[one.target].inCity && seats.length > 1 && seat ? ` em ${seat.name}` : '';
    const when = one.phase === 'expiration' ? `Depois de ${sold.items[0]?.remove_days} dias: ` : '';
    const text = `${when}${actionSentence(action)}${where}`;
    const doubt: Doubt | undefined = one.problem
      ? {
          state: 'fails',
          cause: 'unsafe',
          remedy: one.ended ? 'O servidor desta ação foi removido. Edite a ação e escolha outro.' : one.problem,
        }
      : !targetTexts[one.target].inCity
        ? doubtsOfDiscord.get(one)
        : cityDoubt(one, seat, seat?.id === store ? found : 'unknown', { cities, player: String(buyer.clientId) });
    if (doubt) return { text, ...doubt };
    if (one.type === 'add_item' && one.phase === 'confirmation') {
      return {
        text,
        state: 'goes',
        cause: 'inventory',
        remedy: 'Se o inventário estiver cheio, a entrega espera até haver espaço.',
      };
    }
    return { text, state: 'goes', cause: null, remedy: null };
  });
  const [item] = sold.items;
  const price = `Preço: ${formatCentavos(item?.centavos ?? 0)}. Na simulação ninguém paga, e estoque e cupom ficam como estão.`;
  return [{ text: price, state: 'goes', cause: null, remedy: null }, ...steps];
}
