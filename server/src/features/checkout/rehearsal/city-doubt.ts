import { type Action, isGame } from '@vitrine/contract/actions';
import { type City, type CityProblem, cityProblems } from '@vitrine/contract/city-fit';
import { readPlayerKey } from '@vitrine/contract/identity';
import type { RehearsalCause } from '@vitrine/contract/rehearsals';
import { versionNumber } from '../../city/script-version.ts';
import type { Planned } from '../../deliveries/plan-deliveries.ts';
import { storedAction } from '../../deliveries/render/render-action.ts';
import { wireName } from '../../deliveries/targets.ts';
import { scriptVersion } from '../../stores/connection/script-zip.ts';
import type { Doubt } from './doubt.ts';
import type { SeatState } from './seat-states.ts';

const causeOf: Record<CityProblem['kind'], RehearsalCause> = {
  missing: 'name_missing',
  unsupported: 'unsupported',
  denied: 'command_denied',
  unsure: 'name_unsure',
};

/** What the city said against an action. A permission is mended in the city; everything else is mended in the product. */
const nameDoubt = ({ kind, text, line }: CityProblem): Doubt => ({
  state: 'fails',
  cause: causeOf[kind],
  remedy: text,
  ...(line && { line }),
  place: kind === 'denied' ? null : 'product',
});

/** Why nothing goes out from this seat now. `several`: the store has other servers too, so this one is named. */
function awayDoubt(seat: SeatState | undefined, several: boolean): Doubt {
  const waits = (cause: RehearsalCause, remedy: string): Doubt => ({ state: 'waits', cause, remedy, place: 'servers' });
  if (seat?.claimed) {
    return waits(
      'not_seated',
      `Um servidor espera por “${seat.name}” e não recebe entregas. Aprove-o em Configurações, Servidores.`,
    );
  }
  if (seat?.known) {
    return waits(
      'server_silent',
      `“${seat.name}” está fora do ar. Ligue o servidor: a entrega sai assim que ele voltar. Se ele está ligado, confira o token no console.`,
    );
  }
  const none = several && seat ? `“${seat.name}” ainda não foi conectado` : 'Nenhum servidor foi conectado';
  return waits('no_server', `${none}. Baixe o script em Configurações, Servidores, e siga os passos até ele conectar.`);
}

/** What stands against an action in its city. The server is looked at first, then the action, then the player. */
export function cityDoubt(
  planned: Planned,
  seat: SeatState | undefined,
  found: string,
  cities: City[],
): Doubt | undefined {
  if (seat === undefined || !seat.alive) return awayDoubt(seat, cities.length > 1);
  const player = readPlayerKey(planned.player).value;
  const action = { ...storedAction({ ...planned, action_type: planned.type }), server: seat.id } as Action;
  const [problem] = cityProblems(action, cities, undefined);
  const latest = isGame(planned.target) ? scriptVersion(planned.target) : null;
  if (problem?.kind === 'unsupported' && latest !== null && versionNumber(seat.version) < versionNumber(latest)) {
    return {
      state: 'fails',
      cause: 'script_outdated',
      remedy: `O script de “${seat.name}” é o ${seat.version}, e o atual é o ${latest}. Com o antigo esta entrega falharia. Baixe o atual em Configurações, Servidores, e troque a pasta na cidade.`,
      place: 'servers',
    };
  }
  if (problem && problem.kind !== 'unsure') return nameDoubt(problem);
  if (found === 'missing') {
    return {
      state: 'fails',
      cause: 'player_missing',
      remedy: `A cidade não conhece o ID ${player}. Confira o número.`,
      place: null,
    };
  }
  if (problem) return nameDoubt(problem);
  const away = ![player, planned.player].some((one) => seat.online.includes(one));
  if (away && (planned.onlyOnline || seat.onlyOnline.includes(planned.type))) {
    return {
      state: 'waits',
      cause: 'player_offline',
      remedy: `Só sai com o jogador na cidade, e o ID ${player} está fora: a entrega espera até ele entrar.`,
      place: null,
    };
  }
  if (wireName(planned.target, planned.type) === 'add_item' && seat.full.includes(planned.player)) {
    return {
      state: 'waits',
      cause: 'no_room',
      remedy: `O inventário do ID ${player} está cheio: uma entrega dele já espera por espaço. Esta esperaria também.`,
      place: null,
    };
  }
  return undefined;
}
