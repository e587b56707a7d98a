import type { CallName } from '@vitrine/contract/calls/table';
import { separation } from '../lib/figures.ts';
import type { Answer } from '../lib/http.ts';
import type { Line } from '../lib/line.ts';
import { newEmail, registerUnproven } from '../lib/people.ts';
import { newAddress } from '../lib/ports.ts';
import { crowd } from '../lib/waiting.ts';

const SEPARATION = 0.55;

/** An answer about an e-mail: its bytes without those that are new in each answer. */
function told({ status, text, headers }: Answer): string {
  const {
    date: _date,
    'x-request-id': requestId,
    'retry-after': _later,
    'set-cookie': cookies = [],
    ...kept
  } = headers;
  const drawn = cookies.map((one) => one.replace(/=[\w-]{43};/, '=;'));
  return JSON.stringify([status, text.replaceAll(String(requestId), ''), kept, drawn]);
}

interface Probe {
  words: string;
  name: CallName;
  body(email: string): object;
}
const probes: Probe[] = [
  { words: 'login', name: 'POST /login', body: (email) => ({ email, password: 'errada-errada' }) },
  {
    words: 'registration',
    name: 'POST /login/register',
    body: (email) => ({ name: 'Alguém Curioso', email, password: 'Outra-senha-comprida-8' }),
  },
  { words: 'forgotten password', name: 'POST /password/forgot', body: (email) => ({ email }) },
];

/** Known and unknown e-mails in turn, each from its own address, one at a time. */
function toldApart({ words, name, body }: Probe): Line {
  return {
    promise: 'P12',
    title: `Known and unknown e-mails cannot be told apart: ${words}`,
    async run(world) {
      const [rounds, first] = [world.much(3, 700), world.much(1, 5)];
      // Each known e-mail is tried only a few times, so that the limit per account does not show.
      const known = await crowd(Math.ceil(rounds / 3), 2, () => registerUnproven(world));
      const waits: [number[], number[]] = [[], []];
      const kinds: [Set<string>, Set<string>] = [new Set(), new Set()];
      const agent = false as const;
      for (let n = 0; n < rounds + first; n += 1) {
        const pair = [known[n % known.length]?.email ?? '', newEmail('ninguem')] as const;
        for (const at of n % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
          const answer = await world.call(name, { body: body(pair[at]), from: newAddress(), agent });
          // The first calls run code that is not compiled yet.
          if (n < first) continue;
          waits[at].push(answer.waited);
          kinds[at].add(told(answer));
        }
      }
      const auc = separation(waits[0], waits[1]);
      const other = [...kinds[0], ...kinds[1]].filter((one) => !(kinds[0].has(one) && kinds[1].has(one)));
      const answers = other.length === 0 ? 'the same' : `differ: ${other.map((one) => one.slice(0, 120)).join(' | ')}`;
      const done = `${rounds} known and ${rounds} unknown e-mails in turns`;
      // On a busy machine the times of a few pairs prove nothing.
      if (world.options.length === 'short') {
        return { done, figure: `answers ${answers}`, floor: 'the same', held: other.length === 0 };
      }
      return {
        done,
        figure: `AUC of the times ${auc.toFixed(3)}, answers ${answers}`,
        floor: `${SEPARATION}, the same`,
        held: auc <= SEPARATION && other.length === 0,
      };
    },
  };
}

/** What calls reveal about an e-mail, by their words and their times. */
export const discovery: Line[] = probes.map(toldApart);
