import { randomBytes } from 'node:crypto';
import { limits } from '@vitrine/contract/limits';
import { Refusal } from '../../../http/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { fitsHash, makeHash } from './password-work.ts';

/** Refuses what is too common (`common_password`); length is the schema's business. */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw new Refusal('common_password');
}

/** The stored form of a password. Throws 503 with Retry-After when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return makeHash(password);
}

let decoy: Promise<string> | undefined;

/** Made once: the cost of checking it is that of any other. */
function decoyHash(): Promise<string> {
  decoy ??= makeHash(randomBytes(24).toString('base64')).catch((error) => {
    decoy = undefined;
    throw error;
  });
  return decoy;
}

/**
 * Whether the password fits. Without a stored hash (unknown e-mail, an account of a social login) the same work is done
 * for nothing, so that times tell nothing.
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  // Longer ones are nobody's, and hashing them would only serve an attacker.
  const text = password.slice(0, limits.passwordMax + 1);
  const fits = await fitsHash(stored ?? (await decoyHash()), text);
  return fits && stored != null;
}
