import type { StorefrontStore } from '@vitrine/contract/pages';
import { expect, test } from 'vitest';
import { contactAddress } from './contact.tsx';

const store = (links: StorefrontStore['links'], contact = '') =>
  ({ name: 'Cidade Alta', links, legal: { contact } }) as StorefrontStore;
const order = { number: 1042 };

test('"Falar com a loja" carries the number of the order where the other side can take it', () => {
  expect(contactAddress(store({ support: 'mailto:ajuda@a.com' }), order)).toBe(
    'mailto:ajuda@a.com?subject=Pedido%20%231042%20em%20Cidade%20Alta',
  );
  expect(contactAddress(store({ whatsapp: 'https://wa.me/5511987654321' }), order)).toBe(
    'https://wa.me/5511987654321?text=Pedido%20%231042%20em%20Cidade%20Alta',
  );
  expect(contactAddress(store({ discord: 'https://discord.gg/a' }), order)).toBe('https://discord.gg/a');
  expect(contactAddress(store({}, 'loja@a.com'), order)).toMatch(/^mailto:loja@a\.com\?subject=/);
  expect(contactAddress(store({ discord: 'https://discord.gg/a', support: 'mailto:b@a.com' }))).toBe('mailto:b@a.com');
  expect(contactAddress(store({}, '(11) 98765-4321'), order)).toBeNull();
});
