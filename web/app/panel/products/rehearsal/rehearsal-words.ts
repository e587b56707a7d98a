import { DEFAULT_TIME_ZONE } from '@vitrine/contract/dates';
import type { Delivery } from '@vitrine/contract/orders';
import type { AtEnd, RehearsalRun, RehearsalStep, RunStep } from '@vitrine/contract/rehearsals';
import { formatNumber } from '../../../lib/format.ts';
import type { Tone } from '../../../ui/surfaces.tsx';
import { deliveryStateOf } from '../../orders/order-texts.ts';

/** A rehearsal in words and colours: all decisions of its window. */

export const endTexts: Record<AtEnd, { text: string; tone: Tone }> = {
  taken: { text: 'Volta no fim', tone: 'ok' },
  runs: { text: 'Roda no fim', tone: 'info' },
  stays: { text: 'Fica', tone: 'warn' },
};

/** What to do about the cause of a step. A server that is away stops many steps in a row. Only the first of them says what to do. */
export function remedyAt(steps: readonly RehearsalStep[], at: number): string | null {
  const step = steps[at];
  if (!step || step.state === 'goes') return step?.remedy ?? null;
  const before = steps.slice(0, at).findLast(({ state }) => state !== 'goes');
  return before?.remedy === step.remedy ? 'Pelo mesmo motivo.' : step.remedy;
}

/** What is left to do for a cause that is mended outside of the panel; null for the others. */
export function deedOf({
  cause,
  place,
  line,
}: Pick<RehearsalStep, 'cause' | 'place' | 'line'>): 'copy' | 'correct' | 'again' | null {
  if (place !== null || cause === null || cause === 'inventory') return null;
  if (line !== null) return 'copy';
  return cause === 'player_missing' ? 'correct' : 'again';
}

/** All steps in one sentence, and how bad it is. */
export function lookSum(steps: readonly RehearsalStep[]): { text: string; tone: Tone } {
  const count = (state: RehearsalStep['state']) => steps.filter((step) => step.state === state).length;
  const [fails, waits] = [count('fails'), count('waits')];
  const said = (n: number, one: string, many: string) =>
    n === 0 ? [] : [n === 1 ? `1 passo ${one}` : `${n} passos ${many}`];
  const words = [...said(fails, 'falharia', 'falhariam'), ...said(waits, 'esperaria', 'esperariam')].join(' e ');
  if (words === '') return { text: 'Tudo pode seguir', tone: 'ok' };
  return { text: words, tone: fails > 0 ? 'bad' : 'warn' };
}

const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: DEFAULT_TIME_ZONE });

/** `16:17` */
export const timeOf = (instant: string): string => clock.format(new Date(instant));

/** How long the other side took to say that it is done; null before. */
export function answerTime({
  state,
  sentAt,
  finishedAt,
}: Pick<Delivery, 'state' | 'sentAt' | 'finishedAt'>): string | null {
  if (state !== 'succeeded' || sentAt === null || finishedAt === null) return null;
  const seconds = (new Date(finishedAt).getTime() - new Date(sentAt).getTime()) / 1000;
  return `confirmado em ${formatNumber(Math.max(1, Math.ceil(seconds)))}\u00a0s`;
}

interface Words {
  text: string;
  tone: Tone;
  moving: boolean;
}

/** How a step stands: how it arrived, and after the end how it went back. */
export function stateOfStep({ delivery, atEnd, back }: RunStep, ended: boolean): Words {
  if (back) {
    if (back.state === 'succeeded') return { text: 'Retirado', tone: 'ok', moving: false };
    if (back.state === 'cancelled') return { text: 'Fica', tone: 'neutral', moving: false };
    if (back.state === 'failed' || back.state === 'uncertain')
      return { text: back.state === 'failed' ? 'Não retirado' : 'Retirada incerta', tone: 'bad', moving: false };
    return { text: 'Retirando', tone: 'info', moving: true };
  }
  if (atEnd === 'runs' && delivery.state === 'scheduled')
    return ended
      ? { text: 'Rodando', tone: 'info', moving: true }
      : { text: 'Roda no fim', tone: 'neutral', moving: false };
  if (atEnd === 'runs' && delivery.state === 'succeeded') return { text: 'Feito', tone: 'ok', moving: false };
  if (ended && delivery.state === 'cancelled') return { text: 'Não saiu', tone: 'neutral', moving: false };
  if (ended && delivery.state === 'succeeded' && atEnd !== 'runs')
    return { text: 'Fica', tone: atEnd === 'stays' ? 'warn' : 'neutral', moving: false };
  return deliveryStateOf(delivery.state);
}

/** An answer of the other side as a sentence beside others. */
export const sentence = (answer: string): string => (/[.!?]$/.test(answer) ? answer : `${answer}.`);

/** What a person does next, if the answer only says what happened; null otherwise. */
export function nextOf({ state, code }: Pick<Delivery, 'state' | 'code'>): string | null {
  if (state === 'failed') return 'Nada chegou ao jogador. Corrija a causa e reenvie no pedido.';
  if (state === 'uncertain')
    return 'Veja se chegou ao jogador. Se sim, marque como entregue no pedido; se não, reenvie.';
  if (state !== 'queued') return null;
  if (code === 'inventory_full') return 'Peça que o jogador libere espaço: a entrega sai sozinha depois.';
  return code === 'not_a_member' ? 'Peça que o jogador entre no servidor: a entrega sai sozinha depois.' : null;
}

/** What the end will do to a step, or what it did; null if the answer already says it. */
export function endOfStep({ delivery, atEnd, back }: RunStep, ended: boolean): string | null {
  if (!ended) {
    if (delivery.state === 'cancelled' || atEnd === 'runs') return null;
    return atEnd === 'taken' ? 'No fim: é retirado.' : 'No fim: fica, porque nada desfaz isto.';
  }
  if (back) return back.aftermath?.text ?? back.message;
  if (delivery.aftermath) return delivery.aftermath.text;
  if (delivery.state !== 'succeeded' || atEnd === 'runs') return null;
  return atEnd === 'stays' ? 'Ficou, porque nada desfaz isto.' : 'Ficou com o jogador.';
}

/** Whether something is still on its way, so that the window asks every two seconds. */
export function isMoving({ endedAt, steps }: Pick<RehearsalRun, 'endedAt' | 'steps'>): boolean {
  return endedAt === null || steps.some((step) => stateOfStep(step, true).moving);
}

/** How many steps arrived, went back, stay, or need a person. */
export function sumOf({ endedAt, steps }: Pick<RehearsalRun, 'endedAt' | 'steps'>): string {
  const states = steps.map((step) => stateOfStep(step, endedAt !== null));
  const count = (text: string) => states.filter((state) => state.text === text).length;
  const total = steps.filter(({ atEnd }) => atEnd !== 'runs').length;
  if (endedAt === null) {
    const arrived = steps.filter(({ delivery, atEnd }) => atEnd !== 'runs' && delivery.state === 'succeeded').length;
    return total === 0 ? 'Este produto não tem ações que saem na compra.' : `${arrived} de ${total} entregues`;
  }
  const parts = [
    [count('Retirado'), 'retirado', 'retirados'],
    [count('Retirando') + count('Rodando'), 'em andamento', 'em andamento'],
    [count('Fica'), 'fica', 'ficam'],
    [count('Não saiu'), 'não saiu', 'não saíram'],
    [states.filter(({ tone }) => tone === 'bad').length, 'com problema', 'com problema'],
  ] as const;
  const words = parts.flatMap(([n, one, many]) => (n > 0 ? [`${n} ${n === 1 ? one : many}`] : []));
  return words.join(', ') || 'Nada a retirar';
}
