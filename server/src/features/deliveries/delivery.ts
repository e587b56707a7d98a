import type { Action } from '@vitrine/contract/actions';
import { gameCodes, type OutcomeKind } from '@vitrine/contract/game';
import type { DeliveryState } from '@vitrine/contract/orders';

export type ActionType = Action['type'];
export type Phase = 'confirmation' | 'expiration' | 'reversal';

/**
 * A delivery's states and their moves. What is known to have happened stays: `succeeded` is the only state without a
 * way out, and a late report of success reaches it from every state except `scheduled`. `uncertain` and `failed` wait
 * for a person. `queued` to `queued` is a person who asks to send it now; `failed` to `scheduled` is an expiration whose
 * confirmation was repaired, or a delayed delivery that goes to another server.
 */
export const deliveryMoves: Record<DeliveryState, readonly DeliveryState[]> = {
  scheduled: ['queued', 'failed', 'cancelled'],
  queued: ['queued', 'sent', 'succeeded', 'failed', 'uncertain', 'cancelled'],
  sent: ['queued', 'succeeded', 'failed', 'uncertain', 'cancelled'],
  succeeded: [],
  failed: ['scheduled', 'queued', 'succeeded', 'uncertain', 'cancelled'],
  uncertain: ['queued', 'succeeded', 'failed', 'cancelled'],
  cancelled: ['succeeded', 'uncertain'],
};

/** Whether the table allows the move. */
export function mayMove(from: DeliveryState, to: DeliveryState): boolean {
  return deliveryMoves[from].includes(to);
}

/** States of a finished delivery: only a person or a late report can still move it. */
export const finishedStates: readonly DeliveryState[] = ['succeeded', 'failed', 'cancelled'];

/**
 * What follows an outcome:
 * - `success`: nothing
 * - `deferred`: nothing happened and the player must do something; offered again
 * - `retry`: nothing happened and it may work later; offered again, at most `tries` times where that is set
 * - `owner`: nothing happened and the owner must do something; offered again as well, and shown as waiting
 * - `terminal`: failed until somebody repairs and resends it
 * - `human`: failed or uncertain until a person decides
 */
type Following = OutcomeKind | 'owner';

interface Code {
  kind: Following;
  text: string;
  /** Text for the buyer after it failed, or while it waits, where only the store can repair it. */
  owner?: string;
  /** Text for the buyer while it waits. */
  hint?: string;
  /** Attempts after which a retry becomes a failure. */
  tries?: number;
  /** Longest pause between attempts, seconds. */
  longest?: number;
}

const SIX_HOURS = 6 * 3600;

/** Codes of Discord deliveries (facts/discord.md 4) and of our own steps. The game's codes are `gameCodes`. */
const ownCodes = {
  not_a_member: {
    kind: 'deferred',
    text: 'O jogador ainda não entrou no servidor do Discord',
    hint: 'Entre no Discord da loja para receber.',
  },
  discord_unavailable: { kind: 'retry', text: 'O Discord não respondeu; será tentado de novo' },
  discord_rate_limited: { kind: 'retry', text: 'O Discord pediu para esperar' },
  discord_stopped: { kind: 'retry', text: 'A conexão com o Discord está parada; será retomada sozinha' },
  discord_not_bound: { kind: 'owner', text: 'Nenhum servidor do Discord está conectado à loja' },
  plan_without_discord: { kind: 'owner', text: 'O plano da loja não inclui o Discord' },
  script_outdated: { kind: 'owner', text: 'O script da cidade precisa ser atualizado para fazer esta entrega' },
  unknown_user: { kind: 'terminal', text: 'Este ID do Discord não existe: corrija o pedido e reenvie' },
  unknown_role: {
    kind: 'owner',
    text: 'O cargo não existe mais no Discord: confira o produto. A entrega espera',
    owner: 'A loja precisa corrigir um cargo no Discord e já foi avisada. Depois disso você recebe.',
  },
  bot_missing: {
    kind: 'owner',
    text: 'O bot não está no servidor do Discord: convide de novo. A entrega espera e continua sozinha',
    owner: 'A loja precisa trazer o bot de volta ao Discord e já foi avisada. Depois disso você recebe.',
  },
  missing_permissions: {
    kind: 'owner',
    text: 'O bot não tem permissão: arraste o cargo do bot para cima e confira as permissões. A entrega espera e continua sozinha',
    owner: 'A loja precisa ajustar o cargo do bot no Discord e já foi avisada. Depois disso você recebe.',
  },
  channel_forbidden: {
    kind: 'owner',
    text: 'O bot não pode ver o canal ou escrever nele: confira as permissões do canal. A entrega espera e continua sozinha',
    owner: 'A loja precisa ajustar um canal do Discord e já foi avisada.',
  },
  unknown_channel: {
    kind: 'owner',
    text: 'O canal não existe neste servidor do Discord: confira o produto. A entrega espera',
    owner: 'A loja precisa corrigir um canal do Discord e já foi avisada.',
  },
  dm_closed: {
    kind: 'terminal',
    text: 'O jogador não aceita mensagens diretas do servidor do Discord: peça que abra e reenvie',
    owner:
      'Você não aceita mensagens diretas do servidor. Nas configurações de privacidade dele no Discord, permita-as e avise a loja.',
  },
  message_unknown: {
    kind: 'human',
    text: 'O Discord não confirmou a mensagem: veja se ela chegou antes de reenviar',
  },
  invalid_role: { kind: 'terminal', text: 'Este cargo não pode ser dado por um bot: confira o produto' },
  second_factor: { kind: 'terminal', text: 'O servidor exige verificação em duas etapas do dono do bot' },
  too_many_bans: { kind: 'terminal', text: 'O Discord não aceita mais banimentos de quem não está no servidor' },
  discord_refused: { kind: 'terminal', text: 'O Discord recusou a ação' },
  already_banned: { kind: 'success', text: 'O jogador já estava banido' },
  role_returned: { kind: 'success', text: 'O jogador voltou ao servidor do Discord e recebeu o cargo de novo' },
  by_person: { kind: 'success', text: 'Marcada como entregue' },
  resend: { kind: 'retry', text: 'Reenviada' },
  corrected: { kind: 'retry', text: 'Corrigida pela loja' },
  resent: { kind: 'success', text: 'Reenviada em uma nova entrega' },
  resend_withdrawn: { kind: 'terminal', text: 'O reenvio foi cancelado pela loja' },
  right_over: { kind: 'terminal', text: 'O benefício terminou antes do reenvio' },
  cause_gone: { kind: 'retry', text: 'Já pode ser entregue' },
  due: { kind: 'retry', text: 'Chegou a hora' },
  lease_over: { kind: 'retry', text: 'Sem resposta do servidor; será oferecida de novo' },
  answer_lost: { kind: 'retry', text: 'A entrega não chegou ao servidor; será oferecida de novo' },
  restarted: { kind: 'retry', text: 'O servidor reiniciou; será oferecida de novo' },
  server_ended: {
    kind: 'terminal',
    text: 'O servidor desta entrega foi removido: escolha outro servidor para ela, e corrija a ação no produto',
    owner: 'A loja precisa escolher outro servidor para esta entrega e já foi avisada.',
  },
  server_missing: {
    kind: 'terminal',
    text: 'A loja ainda não tem um servidor deste jogo: adicione um e mande a entrega para ele',
    owner: 'A loja precisa conectar o servidor do jogo e já foi avisada. Depois disso você recebe.',
  },
  journal_lost: { kind: 'human', text: 'O servidor perdeu o registro das entregas; verifique na cidade' },
  given_up: { kind: 'terminal', text: 'Não foi possível entregar em 30 dias' },
  covered: { kind: 'terminal', text: 'Outra compra ainda mantém este benefício' },
  kept: { kind: 'terminal', text: 'O jogador já tinha isto antes da compra e fica com ele' },
  order_ended: { kind: 'terminal', text: 'O pedido foi cancelado' },
  not_delivered: { kind: 'terminal', text: 'Não houve entrega a desfazer' },
} as const satisfies Record<string, Code>;

const misconfigured =
  'O produto pede algo que a cidade não conhece. A loja já foi avisada e precisa corrigir: você não paga de novo.';
const cityRefused =
  'O servidor da cidade recusou esta entrega. A loja já foi avisada e precisa corrigir: você não paga de novo.';
const cityBroken =
  'O servidor da cidade não conseguiu concluir a entrega. A loja já foi avisada e pode enviar de novo: você não paga de novo.';
const discordRefused =
  'O Discord recusou esta entrega. A loja já foi avisada e precisa corrigir: você não paga de novo.';
const lookYourself = 'Não sabemos se chegou. Confira na cidade e conte à loja: ela já foi avisada e decide com você.';
const outOfTime = 'Não foi possível entregar a tempo. Fale com a loja para receber, ou para ter o dinheiro de volta.';

/** What a buyer reads once a delivery failed or is uncertain: the cause, and what the buyer can do. */
const failures: Partial<Record<DeliveryCode, string>> = {
  player_not_found: 'A cidade não tem este jogador. Confira o ID que você digitou e peça à loja para corrigir.',
  player_mismatch: 'O Discord do pedido não é o do jogador com este ID. Diga à loja qual dos dois está certo.',
  player_ambiguous: 'A cidade tem mais de um personagem com este ID. Diga à loja qual é o seu.',
  invalid_item: misconfigured,
  invalid_group: misconfigured,
  invalid_vehicle: misconfigured,
  invalid_args: misconfigured,
  plate_taken:
    'Esta placa já é de outro veículo na cidade. Diga à loja que outra placa você quer, e ela envia de novo: você não paga de novo.',
  command_not_found: cityRefused,
  action_refused: cityRefused,
  command_denied: cityRefused,
  unsupported_action: cityRefused,
  insufficient_funds: 'O saldo na cidade não era suficiente. A loja já foi avisada e fala com você.',
  adapter_error: cityBroken,
  timeout: cityBroken,
  uncertain: lookYourself,
  journal_lost: lookYourself,
  expired: outOfTime,
  given_up: outOfTime,
  unknown_user: 'Este ID do Discord não existe. Diga à loja qual é o seu, e ela envia de novo.',
  invalid_role: discordRefused,
  second_factor: discordRefused,
  too_many_bans: discordRefused,
  discord_refused: discordRefused,
  message_unknown: 'O Discord não confirmou a mensagem. Veja se ela chegou e conte à loja.',
};

/** The buyer's text for a delivery that failed or is uncertain. */
export function failureOf(code: string | null): string {
  const known = code !== null && Object.hasOwn(failures, code) ? failures[code as DeliveryCode] : undefined;
  return known ?? 'Não foi possível entregar. A loja já foi avisada e vai verificar: você não paga de novo.';
}

const gameExtras: Record<string, Partial<Code>> = {
  player_offline: { hint: 'Entre na cidade para receber.' },
  inventory_full: { hint: 'Libere espaço no inventário para receber.', longest: 600 },
  adapter_error: { tries: 8 },
  timeout: { tries: 8 },
  framework_missing: { longest: 900 },
  db_unavailable: { longest: 900 },
  storage_unavailable: { kind: 'owner', longest: 900 },
};

const codes = new Map<string, Code>([
  ...Object.entries(gameCodes).map(([name, code]): [string, Code] => [name, { ...code, ...gameExtras[name] }]),
  ...Object.entries(ownCodes).map(([name, code]): [string, Code] => [name, code]),
]);
export type DeliveryCode = keyof typeof gameCodes | keyof typeof ownCodes;
/** All codes that a delivery may have. */
export const deliveryCodes = [...codes.keys()] as DeliveryCode[];

/** What a stored code means. An unknown code, from a newer client, stays in the row and counts as `adapter_error`. */
export function codeOf(code: string): Code {
  return codes.get(code) ?? (codes.get('adapter_error') as Code);
}

/** Whether the delivery waits until the buyer or the store's owner does something. */
export function isWaiting(code: string): boolean {
  const { kind } = codeOf(code);
  return kind === 'deferred' || kind === 'owner';
}

/** Pause after the `attempt`-th attempt, seconds: 1 min doubling to 6 h (facts/game-servers.md 10.4). */
export function pauseAfter(code: string, attempt: number): number {
  if (code === 'not_a_member') return attempt <= 1 ? 900 : attempt === 2 ? 3600 : SIX_HOURS;
  const longest = codeOf(code).longest ?? SIX_HOURS;
  return Math.min(longest, 60 * 2 ** Math.min(Math.max(attempt, 1) - 1, 20));
}

/** Days until we give up: 7 for a role whose player is not in the Discord server, 30 for everything else. */
export function daysToTry(code: string): number {
  return code === 'not_a_member' ? 7 : 30;
}
