import { errors } from '@vitrine/contract/errors';
import { type IdentityKind, identityRules } from '@vitrine/contract/identity';
import { checkoutTexts } from '@vitrine/contract/order-words';
import { OrderCreate } from '@vitrine/contract/orders';
import type { CheckoutQuestion } from '@vitrine/contract/variables';
import { describe, expect, it } from 'vitest';
import {
  type Asked,
  type CartLine,
  type CartProduct,
  cartLine,
  lineValue,
  localTotals,
  missingParts,
  orderBody,
  placeOfRefusal,
  problemOf,
  questionsOf,
  questionsText,
  serverText,
} from './cart.ts';
import { cityCheckText } from './city-check-line.tsx';
import { cityIdOf } from './city-id.ts';
import { type Draft, emptyDraft, parseDraft } from './draft.ts';
import { failureOf } from './failure.ts';
import { payAddress } from './pay-address.ts';
import { unknownText } from './use-discord.ts';

const product = (part: Partial<CartProduct> = {}): CartProduct => ({
  key: 'p1',
  _id: 'p1',
  idProduct: 'p1',
  name: 'VIP',
  price: 19.9,
  compareAtPrice: null,
  image: null,
  images: [],
  video: null,
  categoryId: 'c',
  category: 'VIPs',
  description: '',
  featured: false,
  stock: null,
  buylimit: null,
  removeProduct: null,
  single: false,
  benefits: [],
  options: [],
  ...part,
});
const lines = [cartLine(product(), 3)];
const filled: Draft = {
  ...emptyDraft,
  clientId: '1042',
  discordId: '123456789012345678',
  paymentMethod: 'pix',
};
const asked = (kind: IdentityKind): Asked => {
  const { label, help, example, pattern, problem } = identityRules[kind];
  return { kind, label, help, example, pattern: pattern.source, problem };
};
const question = (part: Partial<CheckoutQuestion>): CheckoutQuestion => ({
  name: 'faccao',
  label: 'Facção?',
  answer: 'text',
  choices: [],
  required: true,
  products: [],
  ...part,
});

describe('lines', () => {
  it('never hold more than stock, limit per customer and the one-unit rule allow', () => {
    expect(cartLine(product({ stock: 2 }), 5)).toMatchObject({ quantity: 2, max: 2, soldOut: false });
    expect(cartLine(product({ buylimit: 3, stock: 10 }), 5)).toMatchObject({ quantity: 3, max: 3 });
    expect(cartLine(product({ single: true }), 5)).toMatchObject({ quantity: 1, max: 1 });
    expect(cartLine(product(), 500)).toMatchObject({ quantity: 99, max: 99 });
    expect(cartLine(product({ stock: 0 }), 1)).toMatchObject({ quantity: 1, max: 1, soldOut: true });
  });

  it('add up in centavos', () => {
    expect(lineValue(cartLine(product({ price: 0.1 }), 3))).toBe(0.3);
    expect(localTotals([cartLine(product({ price: 0.1 }), 3), cartLine(product({ price: 0.2 }), 1)])).toEqual({
      subtotal: 0.5,
      discount: 0,
      total: 0.5,
    });
  });
});

/** The same random carts as in server/src/features/checkout/coupon-matrix.test.ts, so that both sum the same carts. */
function tenThousandCarts(): CartLine[][] {
  let state = 2026;
  const draw = (max: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * max);
  };
  const prices = Array.from({ length: 12 }, (_, n) => (n === 0 ? 1 : 1 + draw(n % 3 === 0 ? 200 : 40_000)));
  return Array.from({ length: 10_000 }, () => {
    const lines = new Map<number, number>();
    for (let left = 1 + draw(5); left > 0; left--) lines.set(draw(prices.length), 1 + draw(draw(4) === 0 ? 99 : 4));
    return [...lines].map(([n, quantity]) => cartLine(product({ price: (prices[n] ?? 0) / 100 }), quantity));
  });
}

describe('10 000 carts', () => {
  it('cost the same in the browser and at the server', () => {
    let all = 0n;
    for (const cart of tenThousandCarts()) {
      const owed = cart.reduce(
        (sum, line) => sum + BigInt(line.product.price.toFixed(2).replace('.', '')) * BigInt(line.quantity),
        0n,
      );
      expect(localTotals(cart).total.toFixed(2).replace('.', '')).toBe(String(owed).padStart(3, '0'));
      all += owed;
    }
    expect(all).toBe(3_651_262_532n);
  });
});

describe('problemOf', () => {
  it.each([
    [{}, undefined, undefined],
    [{ clientId: ' ' }, checkoutTexts.ids, 'clientId'],
    [{ discordId: '' }, checkoutTexts.ids, 'discordId'],
    [{ paymentMethod: '' }, checkoutTexts.method, 'paymentMethod'],
    [{ paymentMethod: 'boleto' }, checkoutTexts.invalidMethod, 'paymentMethod'],
    [{ clientId: '12a' }, checkoutTexts.cityId, 'clientId'],
    [{ clientId: '0' }, checkoutTexts.cityId, 'clientId'],
    [{ clientId: '2147483648' }, checkoutTexts.cityId, 'clientId'],
    [{ discordId: '123' }, checkoutTexts.discordId, 'discordId'],
    [{ email: 'eu@' }, checkoutTexts.email, 'email'],
    [{ email: 'eu@cidade.com.br' }, undefined, undefined],
  ] as const)('%j', (part, text, field) => {
    const problem = problemOf({ ...filled, ...part } as Draft, lines, []);
    expect(problem?.text).toBe(text);
    expect(problem?.field).toBe(field);
  });

  it('names the empty cart and a required question without an answer', () => {
    expect(problemOf(filled, [], [])).toEqual({ text: checkoutTexts.empty });
    expect(problemOf(filled, lines, [question({})])?.text).toBe(questionsText);
    expect(questionsText).toBe(errors.variable_required.text);
    const two = [question({}), question({ name: 'cor' })];
    expect(problemOf(filled, lines, two)).toMatchObject({
      text: `Faltam 2 respostas. ${questionsText}`,
      question: 'faccao',
      open: ['faccao', 'cor'],
    });
    expect(problemOf({ ...filled, answers: { faccao: 'x' } }, lines, two)?.open).toEqual(['cor']);
    expect(problemOf({ ...filled, answers: { faccao: ' x ' } }, lines, [question({})])).toBeUndefined();
    expect(problemOf(filled, lines, [question({ required: false })])).toBeUndefined();
    expect(problemOf(filled, lines, [question({ products: ['other'] })])).toBeUndefined();
  });
});

describe('a choice of servers', () => {
  const servers = [
    { id: 's1', name: 'Alta', online: true, identities: [asked('city_id')] },
    { id: 's2', name: 'Baixa', online: false, identities: [asked('city_id')] },
  ];
  const from = { servers, identities: [asked('city_id')] };

  it('is asked for if the quote names servers, and a server that is gone does not count as chosen', () => {
    const missing = { text: serverText, field: 'serverId' };
    expect(problemOf(filled, lines, [], from)).toEqual(missing);
    expect(problemOf({ ...filled, serverId: 's3' }, lines, [], from)).toEqual(missing);
    expect(problemOf({ ...filled, serverId: 's2' }, lines, [], from)).toBeUndefined();
    expect(serverText).toBe(errors.server_required.text);
    expect(unknownText).toBe(errors.discord_id_unknown.text);
  });

  it('is sent with the order, only where it is asked for', () => {
    const chosen = { ...filled, serverId: 's2' };
    expect(orderBody('cidade', chosen, lines, [], from)).toMatchObject({ serverId: 's2' });
    expect(orderBody('cidade', chosen, lines, [])).not.toHaveProperty('serverId');
    expect(orderBody('cidade', { ...filled, serverId: 's3' }, lines, [], from)).not.toHaveProperty('serverId');
  });
});

describe('the body that is sent', () => {
  it('has the city id as an integer and leaves out empty optional fields', () => {
    const body = orderBody('cidade', filled, lines, []);
    expect(body).toEqual({
      subdomain: 'cidade',
      idProducts: [{ id: 'p1', options: {}, quantity: 3 }],
      clientId: 1042,
      discordId: '123456789012345678',
      paymentMethod: 'pix',
    });
    expect(OrderCreate.safeParse(body).success).toBe(true);
  });

  it('has every filled field, trimmed, and answers only to asked questions', () => {
    const draft = { ...filled, name: ' Ana ', email: ' a@b.co ', coupon: 'DEZ', answers: { faccao: ' PM ', old: 'x' } };
    expect(orderBody('cidade', draft, lines, [question({}), question({ name: 'empty' })])).toMatchObject({
      name: 'Ana',
      email: 'a@b.co',
      coupon: 'DEZ',
      variables: { faccao: 'PM' },
    });
  });

  it('reads a city id as people write it', () => {
    expect(['1042', ' #1.042 ', '2147483647'].map(cityIdOf)).toEqual([1042, 1042, 2147483647]);
    // Chats put characters that nobody sees around what people copy.
    expect(['\u200b1042\u200b', '\u2068#1.042\u2069', '\ufeff7'].map(cityIdOf)).toEqual([1042, 1042, 7]);
    expect(
      ['', '-1', '1e3', '0x10', 'abc', '1,5', '#', '12.5', '12 34', '1.04', '1.0422', '1042.'].map(cityIdOf),
    ).toEqual(Array(12).fill(undefined));
  });
});

describe('words beside the button', () => {
  it('name what is missing', () => {
    expect(missingParts(emptyDraft)).toEqual(['ID da Cidade', 'ID do Discord', 'forma de pagamento']);
    expect(missingParts(filled)).toEqual([]);
  });

  it('name the field of a refusal', () => {
    expect(placeOfRefusal('coupon_needs_email', 'email')).toEqual({ field: 'email' });
    expect(placeOfRefusal('coupon_expired', 'coupon')).toEqual({ field: 'coupon' });
    expect(placeOfRefusal('city_id_unknown', 'clientId')).toEqual({ field: 'clientId' });
    expect(placeOfRefusal('city_id_unconfirmed', 'clientId')).toEqual({ field: 'clientId' });
    expect(placeOfRefusal('variable_unsafe', 'variables.cor')).toEqual({ field: 'variables', question: 'cor' });
    expect(placeOfRefusal('out_of_stock', 'idProducts')).toEqual({});
  });

  it('asks the questions of what is in the cart', () => {
    const asked = [
      question({ name: 'a' }),
      question({ name: 'b', products: ['p1'] }),
      question({ name: 'c', products: ['z'] }),
    ];
    expect(questionsOf(asked, lines).map(({ name }) => name)).toEqual(['a', 'b']);
  });
});

describe('the stored draft', () => {
  it('is restored whole', () => {
    const draft: Draft = {
      ...filled,
      coupon: 'DEZ',
      identities: { citizen_id: 'A' },
      answers: { a: 'b' },
      quantities: { p1: 2 },
    };
    expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
  });

  it.each([
    null,
    '',
    '{',
    'null',
    '5',
    '[]',
    '{"clientId":5,"identities":[1],"paymentMethod":"cash","quantities":{"a":-1,"b":"2"},"answers":[]}',
  ])('survives %s', (text) => expect(parseDraft(text)).toEqual(emptyDraft));
});

describe('the address that a browser is sent to', () => {
  it('is a web address, or undefined', () => {
    expect(payAddress('https://mp.example/x', 'http://a.b/checkout')).toBe('https://mp.example/x');
    expect(payAddress('/checkout/success?external_reference=1', 'http://a.b/checkout')).toBe(
      'http://a.b/checkout/success?external_reference=1',
    );
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', '', null, undefined, 5, 'http://']) {
      expect(payAddress(bad, 'http://a.b/')).toBeUndefined();
    }
  });
});

describe('failureOf', () => {
  it('shows known reasons only, never a text of the address', () => {
    expect(failureOf('?reason=no_link&external_reference=abc123')).toEqual({
      text: checkoutTexts.noLink,
      reference: 'abc123',
    });
    expect(failureOf('?reason=Ligue+para+0800&external_reference=..%2Fx')).toEqual({
      text: checkoutTexts.failed,
      reference: null,
    });
    expect(failureOf('?external_reference=abc&status=rejected').text).toMatch('recusado');
    expect(failureOf('?collection_status=null').text).toMatch('não foi concluído');
  });
});

describe('the city’s answer, in words', () => {
  it('is one line, and empty when there is nothing to check', () => {
    const check = { name: null, required: false };
    expect(cityCheckText(undefined).text).toBe('');
    expect(cityCheckText({ ...check, result: 'none' }).text).toBe('');
    expect(cityCheckText('checking').text).toBe('Conferindo na cidade…');
    expect(cityCheckText({ ...check, result: 'found', name: 'Jo** Si***' })).toEqual({
      text: 'Personagem: Jo** Si***',
      tone: 'ok',
    });
    expect(cityCheckText({ ...check, result: 'found' }).text).toBe('Personagem encontrado na cidade');
    expect(cityCheckText({ ...check, result: 'missing' }).text).toBe('Não encontramos esse ID na cidade');
    expect(cityCheckText({ ...check, result: 'unknown' })).toEqual({
      text: 'Não deu para conferir agora',
      tone: 'warn',
    });
    expect(cityCheckText({ ...check, result: 'unknown', required: true }).tone).toBe('bad');
  });
});
