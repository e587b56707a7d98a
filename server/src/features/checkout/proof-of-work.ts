import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { limits } from '@vitrine/contract/limits';
import type { ProofChallenge, ProofOfWork } from '@vitrine/contract/orders';
import { deriveKey, type Secret } from '../../db/seal.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';

const SIGNATURE = 22;

/** A proof is bound to its store and to the holder whose unpaid orders are counted. */
export interface Bound {
  store: StoreId;
  holder: Buffer;
}

/** What a browser works on before the order is placed. It is signed, so that we store nothing until it is solved. */
export function newChallenge(secret: Secret, bound: Bound, now = Date.now()): ProofChallenge {
  const head = `${(now + limits.proofMinutes * 60_000).toString(36)}.${randomBytes(9).toString('base64url')}`;
  return {
    challenge: `${head}.${signatureOf(secret, bound, head)}`,
    puzzles: limits.proofPuzzles,
    bits: limits.proofBits,
  };
}

function signatureOf([secret]: Secret, { store, holder }: Bound, head: string): string {
  return createHmac('sha256', deriveKey(secret, 'proof of work'))
    .update(`${store}\n${holder.toString('hex')}\n${head}`)
    .digest('base64url')
    .slice(0, SIGNATURE);
}

/**
 * Whether the answers solve a challenge of ours for this store and holder that has not expired. In each puzzle the
 * browser looks for a number that makes SHA-256 of `challenge:puzzle:number` begin with `limits.proofBits` zero bits.
 */
export function isSolved(secret: Secret, bound: Bound, proof: ProofOfWork, now = Date.now()): boolean {
  const at = proof.challenge.lastIndexOf('.');
  const head = proof.challenge.slice(0, Math.max(0, at));
  const given = Buffer.from(proof.challenge.slice(at + 1));
  const signed = Buffer.from(signatureOf(secret, bound, head));
  if (given.length !== signed.length || !timingSafeEqual(given, signed)) return false;
  if (!(Number.parseInt(head.split('.')[0] ?? '', 36) > now)) return false;
  return (
    proof.answers.length === limits.proofPuzzles &&
    proof.answers.every((answer, puzzle) => zeroBits(`${proof.challenge}:${puzzle}:${answer}`) >= limits.proofBits)
  );
}

function zeroBits(text: string): number {
  return Math.clz32(createHash('sha256').update(text).digest().readUInt32BE());
}

/** The refusal with the challenge to work on first. */
export function proofRequired(secret: Secret, bound: Bound): Refusal {
  return new Refusal('proof_required', { challenge: newChallenge(secret, bound) });
}

/** The hash that remembers a spent proof; undefined if there is no valid proof. */
export function proofHash(secret: Secret, bound: Bound, proof: ProofOfWork | undefined): Buffer | undefined {
  return proof && isSolved(secret, bound, proof) ? createHash('sha256').update(proof.challenge).digest() : undefined;
}
