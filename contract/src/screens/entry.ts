import type { Screen } from './screen.ts';

/** The ways in: login, registration, and the links of mails. On a store's host they lead to the apex. */
export const entryScreens = {
  '/login': { file: 'entry/login.tsx', access: 'public', kept: ['apex'], form: true },
  '/registrar': { file: 'entry/register.tsx', access: 'public', kept: ['apex'], form: true },
  '/register': { file: 'entry/register.tsx', access: 'public', kept: ['apex'], form: true },
  '/password/forgot': { file: 'entry/password-forgot.tsx', access: 'public', kept: ['apex'], form: true },
  '/password/reset': { file: 'entry/password-reset.tsx', access: 'public', secret: true, form: true },
  '/email/verify': { file: 'entry/email-verify.tsx', access: 'public', secret: true },
  '/email/restore': { file: 'entry/email-restore.tsx', access: 'public', secret: true },
  '/factor-recovery': { file: 'entry/factor-recovery.tsx', access: 'public', secret: true },
  '/email/unsubscribe': { file: 'entry/email-unsubscribe.tsx', access: 'public', secret: true },
} as const satisfies Record<`/${string}`, Screen>;
