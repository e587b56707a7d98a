import type { ActionTarget } from '@vitrine/contract/actions';
import { codeOf, type DeliveryCode, deliveryCodes, failureOf } from '../delivery.ts';

/** What people read of a code. */
interface CodeWords {
  /** For the store's people. */
  text: string;
  /** For the buyer, while it waits. */
  hint: string | null;
  /** For the buyer after it failed, or while it waits, where only the store can repair it. */
  owner: string | null;
  /** For the buyer, once it failed or is uncertain. */
  failure: string;
}

const misconfigured =
  'O produto pede algo que o servidor não conhece. A loja já foi avisada e precisa corrigir: você não paga de novo.';
const refused = 'O servidor recusou esta entrega. A loja já foi avisada e precisa corrigir: você não paga de novo.';
const broken =
  'O servidor não conseguiu concluir a entrega. A loja já foi avisada e pode enviar de novo: você não paga de novo.';
const lookYourself = 'Não sabemos se chegou. Confira no servidor e conte à loja: ela já foi avisada e decide com você.';

/**
 * FiveM's players live in a city, and the texts of codes speak of it (delivery.ts, gameCodes). Players of other games
 * play on a server, so here are the same texts for them. `delivery-words.test.ts` finds one that is missing.
 */
const withoutCity: Partial<Record<DeliveryCode, Partial<CodeWords>>> = {
  player_not_found: {
    text: 'Jogador não encontrado no servidor',
    failure: 'O servidor não tem este jogador. Confira o que você digitou e peça à loja para corrigir.',
  },
  player_offline: {
    text: 'Jogador fora do servidor; será entregue quando entrar',
    hint: 'Entre no servidor para receber.',
  },
  player_ambiguous: { failure: 'O servidor tem mais de um jogador com este ID. Diga à loja qual é o seu.' },
  invalid_item: { failure: misconfigured },
  invalid_group: { failure: misconfigured },
  invalid_vehicle: { failure: misconfigured },
  invalid_args: { failure: misconfigured },
  plate_taken: {
    text: 'A placa já é de outro veículo no servidor: combine outra com o cliente, corrija e reenvie',
    failure:
      'Esta placa já é de outro veículo no servidor. Diga à loja que outra placa você quer, e ela envia de novo: você não paga de novo.',
  },
  insufficient_funds: { failure: 'O saldo no servidor não era suficiente. A loja já foi avisada e fala com você.' },
  command_not_found: { failure: refused },
  command_denied: { failure: refused },
  unsupported_action: { failure: refused },
  action_refused: { text: 'O script do servidor recusou a ação', failure: refused },
  adapter_error: { failure: broken },
  timeout: { failure: broken },
  storage_unavailable: {
    text: 'O servidor não guarda o registro das entregas: nada foi executado. Confira o disco do servidor',
  },
  script_outdated: { text: 'O script do servidor precisa ser atualizado para fazer esta entrega' },
  uncertain: { text: 'Não foi possível confirmar; verifique no servidor', failure: lookYourself },
  journal_lost: { text: 'O servidor perdeu o registro das entregas; verifique no jogo', failure: lookYourself },
};

/** The words of a stored code for people of this target's game. An unknown code has those of `adapter_error`. */
export function wordsOf(target: ActionTarget, code: string): CodeWords {
  const { text, hint = null, owner = null } = codeOf(code);
  const words = { text, hint, owner, failure: failureOf(code) };
  const known = deliveryCodes.find((one) => one === code) ?? 'adapter_error';
  return target === 'fivem' ? words : { ...words, ...withoutCity[known] };
}
