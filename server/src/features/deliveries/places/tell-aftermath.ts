import type { ActionTarget } from '@vitrine/contract/actions';
import type { Aftermath as Told } from '@vitrine/contract/aftermath';
import type { Args } from '../render/render-fields.ts';
import { type Aftermath, nameOf } from './aftermath.ts';

/** The fields of a delivery that say what the end of a purchase did. */
export interface Ended {
  target: ActionTarget;
  state: string;
  code: string | null;
  args: Args;
  aftermath: Aftermath | null;
}

const whole = new Intl.NumberFormat('pt-BR');
/** An amount of a game's money in words. The words name the place of the money, which differs between games. */
function moneyIn(target: ActionTarget, amount: number): string {
  if (target === 'minecraft') return `${whole.format(amount)} moedas no Minecraft`;
  return `R$ ${whole.format(amount)} ${target === 'mta' ? 'no MTA' : 'na cidade'}`;
}

const keeps = {
  purchase: 'porque outra compra ainda está paga',
  prior: 'que já estava lá antes da compra',
};

const debts = {
  settled: (sum: string) => `A dívida de ${sum} foi acertada com a loja.`,
  forgiven: (sum: string) => `A loja perdoou a dívida de ${sum}.`,
};

/** The aftermath of a delivery, once it is true: a removal counts when it is finished, a debt as soon as it is known. */
function known({ state, code, args, aftermath }: Ended): Aftermath | undefined {
  if (aftermath?.takenMoney !== undefined) {
    if (code === 'by_person') return { ...aftermath, closed: 'settled' };
    return state === 'cancelled' ? { ...aftermath, closed: 'forgiven' } : aftermath;
  }
  // Cancelled before it went out: nothing was taken.
  if (state === 'cancelled' && (code === 'covered' || code === 'kept')) {
    const by = code === 'covered' ? 'purchase' : 'prior';
    return { stays: aftermath?.stays ?? nameOf(args), by };
  }
  return state === 'succeeded' ? (aftermath ?? undefined) : undefined;
}

function textOf(
  { taken, stays, by, takenMoney, owed, closed }: Aftermath,
  found: boolean,
  target: ActionTarget,
): string {
  const money = (amount: number) => moneyIn(target, amount);
  const texts: string[] = [];
  if (taken) texts.push(found ? `Retirado: ${taken}.` : `Nada a retirar: ${taken} já não estava com o jogador.`);
  if (stays) texts.push(`Ficou com o jogador: ${stays}, ${keeps[by ?? 'purchase']}.`);
  if (takenMoney) texts.push(`Retirado: ${money(takenMoney)}.`);
  if (owed) texts.push(closed ? debts[closed](money(owed)) : `Falta devolver ${money(owed)}.`);
  return texts.join(' ');
}

/**
 * What the end of a purchase did, in words; null while nothing ended, or if nobody knows. `told` turns the name of a
 * group, vehicle or role into the name that the reader knows.
 */
export function tellAftermath(row: Ended, told = (name: string) => name): Told | null {
  const kept = known(row);
  if (!kept) return null;
  const aftermath = {
    ...kept,
    ...(kept.taken && { taken: told(kept.taken) }),
    ...(kept.stays && { stays: told(kept.stays) }),
  };
  const found = row.code !== 'not_owned';
  const text = textOf(aftermath, found, row.target);
  if (!text) return null;
  const { taken, stays, by, takenMoney, owed, closed } = aftermath;
  return {
    text,
    taken: (found && taken) || null,
    stays: stays ?? null,
    by: by ?? null,
    takenMoney: takenMoney ?? null,
    owed: (!closed && owed) || null,
  };
}
