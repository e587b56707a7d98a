import type { Db } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import { checkPassword } from './password.ts';
import { findAccount } from './queries.ts';
import { slowDown } from './throttle.ts';

/**
 * Asks for the password once more before something that cannot be undone. Refuses a wrong one, and accounts that have
 * none yet with what to do. No transaction may be open: hashing takes its time.
 */
export async function confirmPassword(db: Db, accountId: string, password: string): Promise<void> {
  await slowDown(db, [{ key: `confirm:${accountId}`, limit: 10, seconds: 300 }]);
  const account = await findAccount(db, accountId);
  if (account && !account.password_hash) {
    const error = 'Crie uma senha para a sua conta antes de fazer isso (use "Esqueci minha senha").';
    throw new Refusal('wrong_password', { error, field: 'password' });
  }
  if (!(await checkPassword(account?.password_hash, password))) {
    throw new Refusal('wrong_password', { error: 'Senha incorreta.', field: 'password' });
  }
}
