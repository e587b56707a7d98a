import type { LoginAnswer } from '@vitrine/contract/account-answers';
import type { TestApp } from './app.ts';
import { newestMailToken } from './mails.ts';

/** The password of the accounts that these steps register, unless a test gives another one. */
export const PASSWORD = 'Correto-Cavalo-7';

/** What a person does with an account of their own, over HTTP. Each step calls `app`, because the application starts later. */
export function accountSteps(app: () => TestApp) {
  const login = (email: string, password = PASSWORD) => app().post('/v1/login', { email, password });
  return {
    login,
    register: (email: string, password = PASSWORD) =>
      app().post('/v1/login/register', { name: 'Pessoa Qualquer', email, password }),
    /** The token of a new session. */
    tokenOf: async (email: string, password = PASSWORD) => (await login(email, password)).json<LoginAnswer>().token,
    /** Opens a mailed link, in a session of the account or with its password where these are given. */
    verify: (token: string, how: { password?: string; session?: string } = {}) =>
      app().post(
        '/v1/email/verify',
        { token, ...(how.password && { password: how.password }) },
        how.session ? { token: how.session } : {},
      ),
    /** The token of the newest link that was mailed to the address. */
    mailed: (email: string) => newestMailToken(app(), email),
  };
}
