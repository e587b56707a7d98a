import type { PublicProduct } from '@vitrine/contract/catalog';
import type { StorefrontStore } from '@vitrine/contract/pages';
import { describe, expect, it } from 'vitest';
import { firstLetter } from '../../lib/brand/first-letter.ts';
import { matchesSearch, typedReais } from '../parts/search.ts';
import { artOf } from './category-words.ts';
import { pageMeta, productJsonLd } from './meta.ts';
import { availability, cardLine, discountPercent, mostUnits, paceText, purchaseNotes } from './offer.ts';
import { atWidth, sourceSet } from './picture.tsx';

describe('stock', () => {
  it.each([
    [null, 'free'],
    [6, 'free'],
    [5, 'low'],
    [1, 'low'],
    [0, 'out'],
  ])('%s is %s', (stock, kind) => expect(availability({ stock }).kind).toBe(kind));
  it('says one unit in the singular', () => {
    expect(availability({ stock: 1 })).toMatchObject({ text: 'Última unidade' });
    expect(availability({ stock: 3 })).toMatchObject({ text: 'Últimas 3 unidades' });
  });
});

describe('the discount badge', () => {
  it.each([
    [49.9, 199.99, 75],
    [10, null, null],
    [10, 10, null],
    [10, 9, null],
    [99.99, 100, null],
    [66.67, 100, 33],
    [0, 50, 100],
  ])('%s of %s is %s', (price, compareAtPrice, percent) =>
    expect(discountPercent({ price, compareAtPrice })).toBe(percent),
  );
});

describe('words of a product', () => {
  it('put the benefits on the card, else the description', () => {
    expect(cardLine({ benefits: ['a', 'b', 'c'], description: '> d' })).toBe('a · b');
    expect(cardLine({ benefits: [], description: '> **d** [x](https://x.com/)\n> e' })).toBe('d x');
    expect(cardLine({ benefits: [], description: '' })).toBe('');
  });
  it('bound the units that are offered', () => {
    expect(mostUnits({ stock: null, buylimit: null, single: false })).toBe(10);
    expect(mostUnits({ stock: 3, buylimit: 5, single: false })).toBe(3);
    expect(mostUnits({ stock: null, buylimit: 2, single: false })).toBe(2);
    expect(mostUnits({ stock: 9, buylimit: null, single: true })).toBe(1);
  });
  it.each([
    [0.4, '1 segundo'],
    [11.2, '12 segundos'],
    [60, '1 minuto'],
    [61, '2 minutos'],
    [7200, '2 horas'],
  ])('say the pace of %s s as %s', (seconds, text) =>
    expect(paceText(seconds)).toBe(`Nesta loja, metade das entregas chega em até ${text}.`),
  );
  it('name the rules of a purchase', () => {
    expect(purchaseNotes({ buylimit: 1, removeProduct: 30, single: true })).toEqual([
      'Vale por 30 dias',
      'Uma unidade por pedido',
      'Limite de 1 por pessoa',
    ]);
  });
});

describe('the picture of a category', () => {
  it.each([
    ['VIPs', 'vip'],
    ['Carros VIP', 'car'],
    ['Veículos importados', 'car'],
    ['Casas e mansões', 'house'],
    ['ARMAS', 'weapon'],
    ['Roupas', 'clothes'],
    ['Dinheiro e itens', 'money'],
    ['Moedas', 'money'],
    ['Kits iniciais', 'kit'],
    ['Armazém', 'parcel'],
    ['Vipera', 'parcel'],
    ['', 'parcel'],
  ])('%s: %s', (category, art) => expect(artOf(category)).toBe(art));
});

describe('search', () => {
  it('ignores accents, case and order', () => {
    expect(matchesSearch('Veículo Nissan GT-R', 'nissan veic')).toBe(true);
    expect(matchesSearch('Veículo Nissan GT-R', 'moto')).toBe(false);
    expect(matchesSearch('x', '  ')).toBe(true);
  });

  it('finds letters that owners dress up and nobody can type', () => {
    expect(matchesSearch('★彡 𝓥𝓘𝓟 彡★', 'vip')).toBe(true);
    expect(matchesSearch('꧁ＶＩＰ ＯＵＲＯ꧂', 'vip ouro')).toBe(true);
    expect(matchesSearch('𝕮𝖎𝖉𝖆𝖉𝖊 𝕬𝖑𝖙𝖆', 'cidade')).toBe(true);
  });

  it.each([
    ['49,90', 49.9],
    ['49.90', 49.9],
    ['1.000', 1000],
    ['1.000,50', 1000.5],
    ['7.5', 7.5],
    ['', 0],
    ['abc', 0],
  ])('a typed price of %s is %s', (typed, reais) => expect(typedReais(typed, 0)).toBe(reais));
});

describe('the mark of a name', () => {
  it.each([
    ['ágora', 'Á'],
    ['🇧🇷 Brasil RP', '🇧🇷'],
    ['👨‍👩‍👧‍👦 Família', '👨‍👩‍👧‍👦'],
    ['', ''],
  ])('of %s is %s', (name, letter) => expect(firstLetter(name)).toBe(letter));
});

describe('pictures', () => {
  it('come in every width of an upload; other addresses stay as they are', () => {
    expect(sourceSet('/images/abc/640.webp', 'avif')).toBe(
      '/images/abc/160.avif 160w, /images/abc/320.avif 320w, /images/abc/640.avif 640w, /images/abc/1280.avif 1280w',
    );
    expect(sourceSet('https://x/y.png', 'avif')).toBeUndefined();
    expect(atWidth('/images/abc/640.webp', 1280)).toBe('/images/abc/1280.webp');
    expect(atWidth('https://x/y.png', 160)).toBe('https://x/y.png');
  });
});

describe('head tags', () => {
  const store = {
    name: 'Cidade',
    url: 'https://c.vitrine.gg',
    primaryColor: '#e0568b',
    banner: null,
    logo: null,
    legal: { name: '' },
  } as StorefrontStore;
  it('have absolute addresses, the store’s colour and a short description', () => {
    const tags = pageMeta({ store, title: 'T', description: 'x'.repeat(500), path: '/a' });
    expect(tags).toContainEqual({ property: 'og:image', content: 'https://c.vitrine.gg/share/store.png' });
    expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://c.vitrine.gg/a' });
    expect(tags).toContainEqual({ property: 'og:url', content: 'https://c.vitrine.gg/a' });
    expect(tags).toContainEqual({ name: 'theme-color', content: '#e0568b' });
    const description = tags.find((tag) => 'name' in tag && tag.name === 'description') as { content: string };
    expect(description.content).toHaveLength(300);
  });
  it('show the card of the page’s product', () => {
    const product = { idProduct: 'p1', name: 'VIP', price: 29.9 };
    const tags = pageMeta({ store, title: 'T', description: '', path: '/a', product });
    expect(tags).toContainEqual({ property: 'og:image', content: 'https://c.vitrine.gg/share/product/p1.png' });
    expect(tags).toContainEqual({ property: 'og:image:alt', content: 'VIP, R$ 29,90' });
  });
  it('leave out an invalid colour', () => {
    const odd = { ...store, primaryColor: 'red;}' };
    expect(JSON.stringify(pageMeta({ store: odd, title: 'T', description: '', path: '/' }))).not.toContain(
      'theme-color',
    );
  });
  it('give price and stock to search engines', () => {
    const images = [{ image: '/images/abc/640.webp', alt: '' }];
    const product = { idProduct: 'p', name: 'N', price: 5, stock: 0, description: '**D**', category: 'C', images };
    expect(productJsonLd(store, product as PublicProduct)).toMatchObject({
      'script:ld+json': {
        description: 'D',
        image: ['https://c.vitrine.gg/images/abc/1280.webp'],
        offers: { price: '5.00', availability: 'https://schema.org/OutOfStock' },
      },
    });
  });
});
