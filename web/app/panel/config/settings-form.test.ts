import type { Store } from '@vitrine/contract/store-answers';
import { StoreEdit } from '@vitrine/contract/stores';
import { describe, expect, it } from 'vitest';
import { masked, refusedFields, serverLines, settingsOf, tabOfErrors } from './settings-form.ts';

const store: Store = {
  id: 's1',
  name: 'Cidade Alta',
  nameStore: 'Cidade Alta',
  nameDomain: 'cidade-alta',
  subdomain: 'cidade-alta',
  primaryColor: '#6d5efc',
  secondaryColor: '#22b8cf',
  logo: null,
  banner: null,
  description: '',
  opensAt: '2026-12-01T23:00:00.000Z',
  status: 'inactive',
  role: 'owner',
  factorDue: null,
  url: 'http://cidade-alta.vitrine.localhost',
  apiToken: 'vtr_abc',
  mercadoPago: { accessToken: '••••1234', connected: true, account: 'X', test: false, problem: null },
  legal: { name: '', document: '', address: '', contact: '' },
  settings: {
    pixMinutes: 30,
    otherPaymentHours: 24,
    expireFrom: 'completion',
    checkDiscord: false,
    cityCheck: 'warn',
    density: 'cards',
    look: { theme: 'vitrine' },
    links: { instagram: 'https://www.instagram.com/cidade' },
    searchWords: 'vip, assinatura',
  },
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
};

describe('settings form', () => {
  it('can send a store back as it was read, with a mask in place of its token', () => {
    const values = settingsOf(store);
    expect(StoreEdit.parse(values)).toEqual(values);
    expect(values.mercadoPago?.accessToken).toBe('••••1234');
  });

  it('asks for a name and a domain in the words of the specification', () => {
    const read = StoreEdit.safeParse({ ...settingsOf(store), nameStore: ' ', nameDomain: '' });
    const texts = read.error?.issues.map(({ message }) => message);
    expect(texts).toContain('Nome da loja é obrigatório');
    expect(texts).toContain('Nome do domínio é obrigatório');
  });

  it('leads to the tab of the first refused field', () => {
    expect(tabOfErrors(['legal.name', 'mercadoPago.accessToken'])).toBe('pagamentos');
    expect(tabOfErrors(['legal.name', 'nameStore'])).toBe('loja');
    expect(tabOfErrors(['branding.primaryColor'])).toBe('aparencia');
    expect(tabOfErrors(['settings.links.instagram'])).toBe('loja');
    expect(tabOfErrors(['settings.searchWords'])).toBe('loja');
    expect(tabOfErrors(['settings.pixMinutes'])).toBe('pagamentos');
    expect(tabOfErrors(['legal.document', 'settings.cityCheck'])).toBe('servidores');
  });

  it('finds every refused field inside nested errors', () => {
    const refused = { message: 'Informe um CPF ou CNPJ válido.' };
    expect(refusedFields({ legal: { document: refused }, nameDomain: refused, settings: undefined })).toEqual([
      'legal.document',
      'nameDomain',
    ]);
  });
});

describe('the lines of server.cfg and the token', () => {
  it('stand in the order the script needs, each value inside its own quotes', () => {
    expect(serverLines('vtr_1', 'https://v.app')).toBe(
      'set vitrine_token "vtr_1"\nset vitrine_url "https://v.app"\nensure vitrine',
    );
    expect(serverLines('a"\nquit', 'u').split('\n')).toHaveLength(3);
  });

  it('show only the ends of the token', () => {
    expect(masked('vtr_abcdefghijklmnop1234')).toBe('vtr_••••••••••••1234');
  });
});
