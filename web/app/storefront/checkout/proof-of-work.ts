import type { ProofChallenge, ProofOfWork } from '@vitrine/contract/orders';

/** The page computes this long without a pause, in ms. In the pauses it reacts to the buyer. */
const STRETCH_MS = 24;

/** The first 64 primes make SHA-256's constants. */
const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
const ROUNDS = Int32Array.from(primes, (prime) => fraction(prime ** (1 / 3)));
const START = Int32Array.from(primes.slice(0, 8), (prime) => fraction(prime ** 0.5));
const words = new Int32Array(64);

/** The first 32 bits of SHA-256 of an ASCII text of at most 119 characters. */
export function firstBits(text: string): number {
  const blocks = text.length < 56 ? 1 : 2;
  const state = Int32Array.from(START);
  for (let block = 0; block < blocks; block++) {
    for (let word = 0; word < 16; word++) {
      let value = 0;
      for (let byte = 0; byte < 4; byte++) {
        const at = block * 64 + word * 4 + byte;
        value = (value << 8) | (at < text.length ? text.charCodeAt(at) : at === text.length ? 128 : 0);
      }
      words[word] = value;
    }
    if (block === blocks - 1) words[15] = text.length * 8;
    compress(state);
  }
  return (state[0] ?? 0) >>> 0;
}

function compress(state: Int32Array): void {
  const turn = (value: number, by: number) => (value >>> by) | (value << (32 - by));
  const at = (list: Int32Array, index: number) => list[index] as number;
  for (let i = 16; i < 64; i++) {
    const early = at(words, i - 15);
    const late = at(words, i - 2);
    const a = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const b = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = at(words, i - 16) + a + at(words, i - 7) + b;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const one =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(words, i)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + value;
}

/** Solves the puzzles of a challenge, some seconds of work on a phone. The page reacts meanwhile. */
export async function solve({ challenge, puzzles, bits }: ProofChallenge): Promise<ProofOfWork> {
  const answers: number[] = [];
  let until = performance.now() + STRETCH_MS;
  for (let puzzle = 0; puzzle < puzzles; puzzle++) {
    let answer = 0;
    while (Math.clz32(firstBits(`${challenge}:${puzzle}:${answer}`)) < bits) {
      answer++;
      if (answer % 256 === 0 && performance.now() > until) {
        await new Promise((resolve) => setTimeout(resolve));
        until = performance.now() + STRETCH_MS;
      }
    }
    answers.push(answer);
  }
  return { challenge, answers };
}
