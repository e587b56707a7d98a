import { limits } from '@vitrine/contract/limits';
import { newCategory, newOrder, newProduct, newStore, type Owner } from './owner.ts';
import { newEmail, register } from './people.ts';
import { findWorld } from './world.ts';

/** A name without any place to break a line, and a name that would run as a script if a page believed it. */
export const UNBROKEN = 'SUPERMEGAPACOTEVIPDIAMANTENEGROSUPREMOILIMITADO';
export const MARKUP = `<img src=x onerror=alert(1)> “&amp;” 'oi'`;
const PERSON = 'Wolfeschlegelsteinhausenbergerdorff de Albuquerque Vasconcelos e Cavalcanti Montenegro';

/** A text of the longest allowed length. */
const upTo = (length: number, text: string) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const many = (count: number) => Array.from({ length: count }, (_, at) => at);

export interface Crowd {
  owner: Owner;
  category: string;
  product: string;
  discount: string;
  ownPage: string;
  buyer: string;
  order: string;
}

/** A store with more of everything than a screen holds, and names as long and odd as the contract allows. */
export async function crowdedStore(): Promise<Crowd> {
  const owner = await newStore({
    name: upTo(limits.storeNameMax, UNBROKEN),
    plan: 'Premium',
    paid: true,
    person: await register(await findWorld(), PERSON),
  });
  const first = await newCategory(owner, upTo(limits.categoryNameMax, UNBROKEN));
  await newCategory(owner, MARKUP);
  for (const at of many(10)) await owner.api('POST /categories/create', { name: `Categoria de número ${at + 3}` });

  const dear = await newProduct(owner, first._id, {
    name: upTo(limits.productNameMax, UNBROKEN),
    description: upTo(limits.productDescriptionMax, `> ${UNBROKEN}\n${MARKUP}\n`).trim(),
    price: limits.priceMaxCentavos / 100 - 1,
    compareAtPrice: limits.priceMaxCentavos / 100,
    stock: limits.stockMax,
    featured: true,
    fiveMActions: [
      { type: 'add_item', itemName: upTo(limits.actionNameMax, 'item'), itemQuantity: limits.gameAmountMax },
      { type: 'add_group', groupName: upTo(limits.actionNameMax, 'grupo') },
      { type: 'execute_command', command: upTo(limits.commandMax, 'darveiculo') },
    ].map((action) => ({ ...action, executionTiming: 'on_confirmation' })),
  });
  await newProduct(owner, first._id, { name: MARKUP, price: 0.01 });
  await Promise.all(
    many(38).map((at) =>
      owner.api('POST /products/create', {
        categoryId: first._id,
        name: `Produto ${at + 3}`,
        price: 10 + at,
        imageUrl: null,
      }),
    ),
  );

  const constant = { kind: 'constant' as const, value: upTo(limits.variableValueMax, 'valor') };
  await owner.api('POST /variables/create', {
    variable: { ...constant, name: upTo(limits.variableNameMax, 'longa_') },
  });
  await Promise.all(
    many(14).map((at) =>
      owner.api('POST /variables/create', {
        variable:
          at % 2
            ? { ...constant, name: `fixa_${at}`, value: MARKUP.replace(/[^\w ]/g, '') }
            : { kind: 'question', name: `pergunta_${at}`, label: upTo(60, 'Qual?'), answer: 'text' },
      }),
    ),
  );
  const coupon = { type: 'fixed' as const, value: limits.priceMaxCentavos / 100 };
  await owner.api('POST /discounts/create', { ...coupon, code: upTo(limits.discountCodeMax, 'PROMOCAO') });
  await Promise.all(
    many(14).map((at) => owner.api('POST /discounts/create', { ...coupon, code: `CUPOM${at}`, value: at + 1 })),
  );
  for (const at of many(6)) {
    await owner.api('POST /members/invite', {
      email: `${upTo(40, 'convidada')}${at}.${newEmail('longa')}`,
      role: 'attendant',
    });
  }

  const buyer = {
    discordId: '39182200198348800123',
    name: upTo(limits.customerNameMax, PERSON),
    email: newEmail(UNBROKEN),
  };
  const paid = await newOrder(owner, {
    ...buyer,
    clientId: limits.cityIdMax,
    idProducts: [{ id: dear._id, quantity: 10 }],
  });
  await paid.pay();
  const idProducts = [{ id: dear._id, quantity: 10 }];
  await Promise.all(
    many(54).map((at) =>
      owner.api('POST /order/manual', {
        ...buyer,
        clientId: limits.cityIdMax - at,
        reason: upTo(200, MARKUP),
        idProducts,
      }),
    ),
  );
  const { response } = await owner.api('POST /order', { status: 'completed' });
  const { discounts } = await owner.api('POST /discounts', {});
  return {
    owner,
    category: first._id,
    product: dear._id,
    order: response.at(-1)?._id ?? '',
    discount: discounts[0]?._id ?? '',
    ownPage: '',
    buyer: 'city_id/1',
  };
}
