import { Search, SearchAnswer } from '../search.ts';
import { call } from './call.ts';

/** The search of the panel's palette. */
export const search = {
  'POST /search': call({
    id: 'searchStore',
    access: 'store.read',
    limit: 'search',
    says: 'Finds orders, buyers, products, coupons and members of a store by a text: up to five of each kind that the role may see.',
    body: Search,
    answer: SearchAnswer,
    refusals: [],
    example: {
      body: { subdomain: 'cidadealta', text: '1042' },
      answer: {
        success: true,
        found: [
          { kind: 'order', to: '/orders?order=06h0dkjdq8vs', label: 'Pedido #1042', detail: 'Bruno · Concluído' },
        ],
      },
    },
  }),
};
