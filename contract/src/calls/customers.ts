import { z } from 'zod';
import { Done } from '../common.ts';
import { CustomerEnter, CustomerErase, CustomerLink, CustomerMe, CustomerStart } from '../customers.ts';
import { WaitAsk, WaitToken } from '../waiting.ts';
import { call } from './call.ts';

const done = { success: true };
/** These calls take forms of pages and JSON. A page is redirected, and a program gets an answer. */
const form = { answer: Done, redirect: 303 } as const;
const Returned = z.object({
  code: z.string().max(300).optional(),
  state: z.string().max(100).default(''),
  error: z.string().max(200).optional(),
});

/** The customer's area of a store, `/minhas-compras`; the host names the store. */
export const customers = {
  'GET /customer/me': call({
    id: 'readCustomer',
    access: 'public',
    limit: 'lookUp',
    alsoReads: ['customer'],
    says: 'Tells who is signed in with Discord at this store in this browser, if anybody is.',
    answer: CustomerMe,
    refusals: ['store_not_found'],
    example: {
      answer: {
        ...done,
        discord: {
          id: '123456789012345678',
          name: 'João Silva',
          avatar: 'https://cdn.discordapp.com/embed/avatars/1.png',
        },
      },
    },
  }),
  'GET /customer/discord/start': call({
    id: 'startCustomerDiscord',
    access: 'public',
    limit: 'lookUp',
    says: 'Leads a shopper to Discord to sign in at this store.',
    query: CustomerStart,
    redirect: 302,
    refusals: ['store_not_found', 'login_not_configured', 'rate_limited'],
    example: {},
  }),
  'GET /customer/discord/return': call({
    id: 'returnFromCustomerDiscord',
    access: 'public',
    limit: 'lookUp',
    says: 'Takes the shopper whom Discord sends back, and leads them to the host of their store.',
    query: Returned,
    redirect: 302,
    refusals: ['discord_code_invalid', 'rate_limited'],
    example: {},
  }),
  'GET /customer/discord/finish': call({
    id: 'finishCustomerDiscord',
    access: 'public',
    limit: 'lookUp',
    says: 'Signs the shopper in on the host of their store, and leads to their purchases or back to the checkout.',
    query: CustomerStart.extend({ code: z.string().max(100) }),
    redirect: 303,
    refusals: ['store_not_found', 'discord_code_invalid'],
    example: {},
  }),
  'POST /customer/link': call({
    id: 'sendCustomerLink',
    access: 'public',
    limit: 'lookUp',
    says: 'Sends a sign-in link by mail, if somebody bought here with that address.',
    body: CustomerLink,
    ...form,
    refusals: ['store_not_found', 'forbidden'],
    example: { body: { email: 'joao@exemplo.com.br' }, answer: done },
  }),
  'POST /customer/enter': call({
    id: 'enterByCustomerLink',
    access: 'public',
    limit: 'lookUp',
    says: 'Signs a shopper in by the token of the mailed link.',
    body: CustomerEnter,
    ...form,
    refusals: ['store_not_found', 'token_invalid', 'forbidden', 'rate_limited'],
    example: { body: { token: 'k3v9q2m7x1c8r5t4w6z0b2n8d4f7h1j3a5s9g6l2p0e' }, answer: done },
  }),
  'POST /customer/logout': call({
    id: 'signCustomerOut',
    access: 'customer',
    limit: 'lookUp',
    says: 'Signs the shopper out of this store.',
    ...form,
    refusals: ['forbidden'],
    example: { answer: done },
  }),
  'GET /customer/export': call({
    id: 'exportCustomer',
    access: 'customer',
    limit: 'lookUp',
    says: "Downloads what the store keeps of the shopper's purchases.",
    file: ['application/json'],
    refusals: ['rate_limited'],
    example: {},
  }),
  'POST /customer/erase': call({
    id: 'eraseCustomer',
    access: 'customer',
    limit: 'lookUp',
    says: "Erases the shopper's personal data in this store, now or once nothing needs it any more.",
    body: CustomerErase,
    ...form,
    refusals: ['forbidden'],
    example: { body: { confirm: 'sim' }, answer: done },
  }),
  'POST /customer/wait': call({
    id: 'askToWait',
    access: 'public',
    limit: 'lookUp',
    says: 'Asks for one mail when a sold-out product is back or the store opens; the address must confirm by a link.',
    body: WaitAsk,
    ...form,
    refusals: [
      'store_not_found',
      'product_not_found',
      'waiting_needless',
      'notices_young',
      'notices_off',
      'forbidden',
      'rate_limited',
    ],
    example: { body: { email: 'joao@exemplo.com.br', product: 'p7k2m9x4c1v8b5n3' }, answer: done },
  }),
  'POST /customer/wait/confirm': call({
    id: 'confirmWait',
    access: 'public',
    limit: 'lookUp',
    says: 'Confirms an address by the token of the mailed link; from then on it waits.',
    body: WaitToken,
    ...form,
    refusals: ['store_not_found', 'token_invalid', 'forbidden', 'rate_limited'],
    example: { body: { token: 'k3v9q2m7x1c8r5t4w6z0b2n8d4f7h1j3a5s9g6l2p0e' }, answer: done },
  }),
  'POST /customer/wait/end': call({
    id: 'endWait',
    access: 'public',
    limit: 'lookUp',
    says: 'Ends a request for a mail by the token of the mailed link, and forgets the address.',
    body: WaitToken,
    ...form,
    refusals: ['store_not_found', 'token_invalid', 'forbidden', 'rate_limited'],
    example: { body: { token: 'k3v9q2m7x1c8r5t4w6z0b2n8d4f7h1j3a5s9g6l2p0e' }, answer: done },
  }),
};
