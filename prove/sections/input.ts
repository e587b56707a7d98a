import { tokenize } from '../../standins/fxserver/console.ts';
import { City } from '../lib/city.ts';
import { type Line, nothingWrong, type Section } from '../lib/line.ts';
import { approve, makeShop, type Shop, stateOf } from '../lib/shop.ts';
import { until } from '../lib/waiting.ts';
import { fuzzing } from './fuzzing.ts';

/** Answers of a shopper who knows how consoles read. */
const ANSWERS = [
  '1 superadmin',
  'x superadmin vip',
  '',
  ' ',
  'a"b',
  'a;quit',
  "a'b",
  '# oi',
  '//x',
  'a\nquit',
  '%cidade%',
  '{{cidade}}',
  '$(id)',
  '-1',
  'ação é',
  'a\u00a0b',
  'a\u2003b',
  '\u202eabc',
];

/** Templates with a shopper's text in different places. The number and the place of the tokens belong to the owner. */
const TEMPLATES = [
  'addgroup {{cidade}} {{resposta}} vip',
  'addgroup {{cidade}} "{{resposta}}" vip',
  'say {{resposta}}',
  'givemoney {{cidade}} {{nome}} 100',
];

async function buyWith(shop: Shop, template: string, answer: string): Promise<'product' | 'order' | 'bought'> {
  const actions = [{ type: 'execute_command', executionTiming: 'on_confirmation', command: template }];
  const made = await shop.tell('POST /products/create', {
    name: `Comando ${Math.random().toString(36).slice(2)}`,
    price: 5,
    categoryId: shop.categoryId,
    fiveMActions: actions,
  });
  if (made.status !== 200) return 'product';
  const { product } = made.json<{ product: { _id: string } }>();
  const placed = await shop.order(product._id, { variables: { resposta: answer }, name: answer || undefined });
  if (placed.status !== 200) return 'order';
  const reference = /"external_reference":"([^"]+)"/.exec(placed.text)?.[1] ?? '';
  const charges = await fetch(
    `${shop.world.standins.pages.mercadoPago}/__control/payments?external_reference=${reference}`,
  );
  const [charge] = (await charges.json()) as { id: string }[];
  await approve(shop.world, { payment: charge?.id ?? '' });
  await until('the payment', 20_000, async () => (await stateOf(shop.world, reference)) === 'completed');
  return 'bought';
}

const oneArgument: Line = {
  promise: 'P11',
  title: "A shopper's answer is one argument of a console command, or is refused",
  async run(world) {
    const shop = await makeShop(world, { plan: 'Premium' });
    const variable = {
      kind: 'question',
      name: 'resposta',
      label: 'Qual?',
      answer: 'text',
      required: false,
      products: [],
    };
    await shop.call('POST /variables/create', { variable });
    const city = new City(world, shop.apiToken);
    await city.hello();
    const wrong: string[] = [];
    const counts = { product: 0, order: 0, bought: 0 };
    const answers = world.options.length === 'short' ? ANSWERS.slice(0, 6) : ANSWERS;
    for (const template of TEMPLATES) {
      for (const answer of answers) {
        const before = city.given.length;
        const end = await buyWith(shop, template, answer);
        counts[end] += 1;
        // A forbidden template is refused with any answer.
        if (end === 'product') break;
        if (end === 'order') continue;
        await until('the command', 20_000, async () => {
          await city.work();
          return city.given.length > before;
        });
        const wanted = tokenize(template.replaceAll('"', '').replaceAll(/\{\{\w+\}\}/g, 'x')).length;
        for (const { args } of city.given.slice(before)) {
          const line = String((args as { command?: unknown }).command ?? '');
          const tokens = tokenize(line);
          if (tokens.length !== wanted || tokens[0] !== template.split(' ')[0])
            wrong.push(`${JSON.stringify(answer)}: ${line}`);
        }
      }
    }
    const { product, order, bought } = counts;
    const done = `${TEMPLATES.length} templates × ${answers.length} answers: ${product} templates and ${order} answers refused, ${bought} bought`;
    return nothingWrong(done, wrong, 'commands with other tokens');
  },
};

const shoppersCommand: Line = {
  promise: 'P11',
  title: 'No template lets the shopper choose the command, a group, an item or a vehicle freely',
  async run(world) {
    const shop = await makeShop(world, { plan: 'Premium' });
    const variable = { kind: 'question', name: 'livre', label: 'Qual?', answer: 'text', required: false, products: [] };
    await shop.call('POST /variables/create', { variable });
    const timing = { executionTiming: 'on_confirmation' };
    const tries: [string, object][] = [
      ['the command itself', { type: 'execute_command', command: '{{livre}} {{cidade}}' }],
      ['a part of the command', { type: 'execute_command', command: 'add{{livre}} {{cidade}}' }],
      ['a group', { type: 'add_group', groupName: '{{livre}}' }],
      ['a vehicle', { type: 'add_vehicle', vehicleName: '{{livre}}' }],
      ['an item', { type: 'add_item', itemName: '{{livre}}', item: '{{livre}}', quantity: 1, amount: 1 }],
      ['a name in a group', { type: 'add_group', groupName: 'vip_{{nome}}' }],
    ];
    const wrong: string[] = [];
    for (const [words, action] of tries) {
      const fields = { name: `Armadilha ${words}`, price: 5, categoryId: shop.categoryId };
      const { status } = await shop.tell('POST /products/create', {
        ...fields,
        fiveMActions: [{ ...action, ...timing }],
      });
      if (status < 400) wrong.push(words);
    }
    return nothingWrong(`${tries.length} templates that let the shopper choose`, wrong, 'saved');
  },
};

const ownWords: Line = {
  promise: 'P3',
  title: 'Prices and coupons that are mistakes are refused or asked about',
  async run(world) {
    const shop = await makeShop(world);
    const product = await shop.product();
    const wrong: string[] = [];
    const free = await shop.tell('POST /products/edit/', {
      productId: product,
      productData: { subdomain: shop.subdomain, price: 0 },
    });
    if (free.status < 400) wrong.push('a price of 0 by an edit without a confirmation');
    const dust = { code: 'POEIRA', type: 'fixed', value: 0.001 };
    const coupon = await shop.tell('POST /discounts/create', dust);
    if (coupon.status < 400) wrong.push('a coupon below a centavo');
    for (const value of [-1, 101, 1e300]) {
      const answer = await shop.tell('POST /discounts/create', {
        code: `C${Math.abs(value)}`.slice(0, 8),
        type: 'percentage',
        value,
      });
      if (answer.status < 400) wrong.push(`a coupon of ${value} %`);
    }
    return nothingWrong('a price of 0 by an edit, 4 coupons', wrong, 'saved');
  },
};

export const input: Section = { name: 'input', lines: [oneArgument, shoppersCommand, ownWords, ...fuzzing] };
