import type { CustomerMe } from '@vitrine/contract/customers';
import type { DiscordCheckAnswer } from '@vitrine/contract/orders';
import { useEffect, useState } from 'react';
import { plainCall } from '../../lib/plain-call.ts';
import { SIGNED_IN } from './draft.ts';

/** Waits this long after the last key before it asks, in ms. */
const TYPING_MS = 600;
/** Discord may be slow or away, so it is asked again after these times, in ms. */
const AGAIN_MS = [3_000, 8_000];
/** After the buyer came back to this page, perhaps from joining: longer than "not a member" is kept, in ms. */
const JOINED_MS = [11_000];

/** Exactly the server's `discord_id_unknown` (cart.test.ts compares). */
export const unknownText = 'Não existe conta do Discord com esse ID. Confira o número.';

export type DiscordCheck = DiscordCheckAnswer['result'] | 'checking';

let arrival: URLSearchParams | undefined;
/** What the address says of a sign-in that ended on this page. It is read once, and then leaves the address. */
function arrivalHere(): URLSearchParams {
  if (arrival) return arrival;
  const { search, pathname, hash } = window.location;
  arrival = new URLSearchParams(search);
  if (arrival.has('entrou') || arrival.has('erro')) {
    window.history.replaceState(window.history.state, '', pathname + hash);
  }
  return arrival;
}

/** Why the sign-in that ended here did not work; undefined if none did. */
export function arrivalProblem(): string | undefined {
  const code = arrivalHere().get('erro');
  if (code === null) return undefined;
  return code === 'cancelado'
    ? 'Você não autorizou no Discord. Tente de novo, ou digite o ID:'
    : 'Não deu para entrar com o Discord agora. Tente de novo, ou digite o ID:';
}

let asked: Promise<CustomerMe['discord']> | undefined;

/** Whoever is signed in with Discord in this browser, asked once for a page. */
export function useSignedIn(possible: boolean): CustomerMe['discord'] {
  const [me, setMe] = useState<CustomerMe['discord']>(null);
  useEffect(() => {
    let gone = false;
    asked ??= possible ? askWho() : Promise.resolve(null);
    void asked.then((found) => {
      if (!gone) setMe(found);
    });
    return () => {
      gone = true;
    };
  }, [possible]);
  return me;
}

async function askWho(): Promise<CustomerMe['discord']> {
  arrivalHere();
  const { discord } = await plainCall('GET', '/customer/me').catch(() => ({ discord: null }));
  try {
    if (discord) localStorage.setItem(SIGNED_IN, '1');
    else localStorage.removeItem(SIGNED_IN);
  } catch {
    // The storage is refused: the next page shows the button again.
  }
  return discord;
}

let swapped = false;
/** 'Trocar': from now on the field stays as the buyer fills it. */
export function swap(): void {
  swapped = true;
}

let filled = false;
/** Whether the signed-in buyer's id replaces what the field holds: once after an arrival, or while it is empty before 'Trocar'. */
export function fillsIn(discordId: string): boolean {
  const arrived = !filled && arrivalHere().has('entrou');
  filled = true;
  return arrived || (!swapped && discordId === '');
}

/**
 * `POST /v1/discord/check` after a whole id stands in the field, when the order was `refused` because of it, and when the
 * buyer comes back to this page without being a member. Undefined while there is no question or no answer.
 */
export function useDiscordCheck(
  subdomain: string,
  discordId: string,
  refused: string | undefined,
): DiscordCheck | undefined {
  const [known, setKnown] = useState<{ discordId: string; check: DiscordCheck }>();
  const [returns, setReturns] = useState(0);
  const check = known?.discordId === discordId ? known.check : undefined;
  const outside = check === 'not_member';

  useEffect(() => {
    if (!outside) return;
    const back = () => {
      if (document.visibilityState === 'visible') setReturns((count) => count + 1);
    };
    document.addEventListener('visibilitychange', back);
    return () => document.removeEventListener('visibilitychange', back);
  }, [outside]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `refused` and `returns` are there to ask again
  useEffect(() => {
    if (!/^\d{17,20}$/.test(discordId)) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (turn: number) => {
      if (turn === 0 && returns === 0) setKnown({ discordId, check: 'checking' });
      const result = await plainCall('POST', '/discord/check', {
        body: { subdomain, discordId },
        signal: controller.signal,
      }).then(
        (answer) => answer.result,
        () => 'unknown' as const,
      );
      if (controller.signal.aborted) return;
      setKnown({ discordId, check: result });
      const later = result === 'unknown' ? AGAIN_MS : result === 'not_member' && returns > 0 ? JOINED_MS : [];
      const again = later[turn];
      if (again !== undefined) timer = setTimeout(() => void ask(turn + 1), again);
    };
    timer = setTimeout(() => void ask(0), returns > 0 ? 0 : TYPING_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [subdomain, discordId, refused, returns]);

  return check;
}

/** The check in words. `problem` belongs to the field of the id. `own`: the id is the signed-in buyer's. */
export function discordCheckText(
  check: DiscordCheck | undefined,
  own: boolean,
): { text: string; tone: 'muted' | 'ok' | 'warn'; problem?: string } {
  switch (check) {
    case 'checking':
      return { text: 'Conferindo no Discord…', tone: 'muted' };
    case 'member':
      return { text: own ? 'Você está no Discord da loja' : 'Essa conta está no Discord da loja', tone: 'ok' };
    case 'not_member':
      return {
        text: own
          ? 'Você ainda não está no Discord da loja. O que é entregue lá espera você entrar.'
          : 'Essa conta ainda não está no Discord da loja. O que é entregue lá espera ela entrar.',
        tone: 'warn',
      };
    case 'missing':
      return { text: '', tone: 'muted', problem: unknownText };
    case 'unknown':
      return { text: 'Não deu para conferir no Discord agora', tone: 'muted' };
    default:
      return { text: '', tone: 'muted' };
  }
}
