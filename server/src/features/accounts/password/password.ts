import { randomBytes } from 'node:crypto';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { limits } from '@vitrine/contract/limits';
import { Refusal } from '../../../http/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** argon2id, 19 MiB, 2 passes, 1 lane (facts/security.md 3.7): about 20 ms of one core. */
const options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing uses whole cores: two at a time leave room for shoppers, and who waits too long had better come again. */
const AT_ONCE = 2;
const MOST_WAITING = 40;
const RETRY_SECONDS = 2;

let running = 0;
const waiting: (() => void)[] = [];

async function gated<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS });
    // Whoever finishes hands its place over, so `running` already counts us when we wake.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Refuses what is too common (`common_password`); length is the schema's business. */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw new Refusal('common_password');
}

/** The stored form of a password. Throws 503 with Retry-After when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return gated(() => hash(password, options));
}

/** Made once: the cost of checking it is that of any other. */
let decoy: Promise<string> | undefined;

/**
 * Whether the password fits. Without a stored hash (unknown e-mail, an account of a social login) the same work is done
 * for nothing, so that times tell nothing.
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  // Longer ones are nobody's, and hashing them would only serve an attacker.
  const text = password.slice(0, limits.passwordMax + 1);
  decoy ??= hash(randomBytes(24).toString('base64'), options);
  const against = stored ?? (await decoy);
  const fits = await gated(() => verify(against, text));
  return fits && stored != null;
}
