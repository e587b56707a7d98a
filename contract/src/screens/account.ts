import type { Screen } from './screen.ts';

/** Screens of a person who is logged in, without a store. The server draws an empty frame, the same for everybody. */
export const accountScreens = {
  '/profile': { file: 'panel/profile/route.tsx', access: 'account', kept: ['apex'], title: 'Meu perfil' },
  '/store/create': { file: 'panel/store-create/route.tsx', access: 'account', kept: ['apex'], title: 'Nova loja' },
  '/s/:subdomain/*': { file: 'panel/store-link/route.tsx', access: 'account', title: 'Abrir loja' },
  '/invitations/accept': { file: 'panel/members/accept-route.tsx', access: 'account', secret: true, title: 'Convite' },
} as const satisfies Record<`/${string}`, Screen & { title: string }>;

/** The title of the tab of such a screen; undefined for another path. */
export const accountTitle = (path: string): string | undefined =>
  (accountScreens as Partial<Record<string, Screen>>)[path]?.title;
