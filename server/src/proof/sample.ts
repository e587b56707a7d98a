import type { Side } from './world.ts';

/** A request of a route, as a client of this side sends it. */
export interface Sample {
  /** Replaces the route's own address. */
  url?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** How to make the request of a route. */
export interface Row {
  make: (side: Side, id: string) => Sample;
  /** The id of the side's thing in the request. Routes without one are about the store or the caller. */
  id?: (side: Side) => string;
}

export const storeField = (side: Side) => ({ subdomain: side.store.subdomain });
export const body = (fields: (side: Side) => object): Row => ({ make: (side) => ({ body: fields(side) }) });
/** The store, and more fields, in the body. */
export const inStore = (fields: (side: Side) => object = () => ({})): Row =>
  body((side) => ({ ...storeField(side), ...fields(side) }));
/** For a thing of the store that the body names. */
export const idInBody = (id: (side: Side) => string, fields: (id: string, side: Side) => object): Row => ({
  id,
  make: (side, target) => ({ body: { ...storeField(side), ...fields(target, side) } }),
});
/** For a thing of the store that the address names. */
export const idInPath = (id: (side: Side) => string, before: string, fields?: (side: Side) => object): Row => ({
  id,
  make: (side, target) => ({
    url: `${before}/${side.store.subdomain}/${target}`,
    ...(fields && { body: fields(side) }),
  }),
});
/** Only the header names the store. */
export const byHeader: Row = { make: (side) => ({ headers: { 'x-store': side.store.subdomain } }) };
export const withoutFields: Row = { make: () => ({}) };
export const emptyBody: Row = body(() => ({}));

export const hostOf = ({ store }: Side) => `${store.subdomain}.vitrine.localhost`;
/** On the store's own host, without a signed-in customer. */
export const onHost = (fields?: object, url?: string): Row => ({
  make: (side) => ({ headers: { host: hostOf(side) }, ...(fields && { body: fields }), ...(url && { url }) }),
});
/** On the store's own host, as its customer. */
export const asCustomer = (fields?: object): Row => ({
  make: (side) => ({
    headers: { host: hostOf(side), cookie: `vitrine_compras=${side.customer}` },
    ...(fields && { body: fields }),
  }),
});
export const category = (side: Side) => side.category;
export const product = (side: Side) => side.product;
export const delivery = (side: Side) => side.delivery;
export const attendant = (side: Side) => side.members.attendant.account.id;
export const coupon = {
  code: 'NATAL25',
  type: 'percentage',
  value: 25,
  usageLimit: 'limited',
  usageCount: 3,
  limitBy: 'email',
};
export const expiring = { expiration: 'date', expirationDate: '2030-12-24T23:59', minValue: 10.5 };
export const constant = { kind: 'constant', name: 'saudacao', value: 'bem vindo' };
export const branding = { primaryColor: '#112233', secondaryColor: '#AABBCC' };
export const buyer = { clientId: 17, discordId: '391822001983488001', name: 'Bruno', email: 'bruno@exemplo.com' };
export const lines = (id: string) => [{ id, quantity: 1 }];
const command = (line: string) => ({ type: 'execute_command', executionTiming: 'on_confirmation', command: line });

export const productFields = (side: Side) => ({
  name: 'VIP Prata',
  categoryId: side.category,
  price: 19.9,
  description: '> primeira linha\n> segunda',
  stock: 5,
  buylimit: 2,
  removeProduct: 30,
  compareAtPrice: 29.9,
  featured: true,
  options: [
    { name: 'chassi', label: 'Chassi', kind: 'code' },
    { name: 'tom', label: 'Tom', kind: 'choice', choices: [{ label: 'Azul', value: 'blue' }] },
  ],
  fiveMActions: [
    command('dar {{cidade}} prata {{chassi}}'),
    { type: 'add_item', executionTiming: 'on_expiration', itemName: 'agua', itemQuantity: 2 },
  ],
  discordActions: [
    { type: 'add_role', executionTiming: 'on_confirmation', roleId: '391822001983488001', roleName: 'Prata' },
  ],
});

/** A window with a section of every kind. */
export const windowOf = (side: Side) => {
  const picture = `/images/${side.image}/640.webp`;
  const focus = { x: 30, y: 70 };
  const toProduct = { label: 'Comprar', target: { to: 'product', id: side.product } };
  const sections = [
    { kind: 'announcement', text: 'Bem-vindo', target: { to: 'category', id: side.category } },
    { kind: 'hero', title: 'Capa', text: 'Texto', picture, focus, shade: 40, button: toProduct },
    { kind: 'featured', title: 'Destaques' },
    { kind: 'category', category: side.category },
    { kind: 'split', title: 'Quem somos', text: 'Texto', picture, focus, side: 'left', button: toProduct },
    { kind: 'faq', title: 'Perguntas', items: [{ question: 'Quando chega?', answer: 'Na hora.' }] },
    { kind: 'rules', title: 'Regras', items: ['Respeite.'] },
    { kind: 'tiers', title: 'Compare', products: [side.product], best: side.product },
    {
      kind: 'countdown',
      title: 'Temporada',
      text: '',
      until: '2030-12-24T23:59:00.000Z',
      button: { label: 'Ver', target: { to: 'link', href: 'https://exemplo.com.br/' } },
    },
    { kind: 'proof', title: '' },
    { kind: 'goal', title: 'Meta', text: '', reais: 2000 },
    { kind: 'buyers', title: '' },
    { kind: 'supporters', title: '' },
    { kind: 'staff', title: 'Equipe', people: [{ name: 'Ana', role: 'Fundadora', picture }] },
    { kind: 'video', title: 'Vídeo', address: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' },
    { kind: 'discord', title: 'Discord', text: '', guild: '391822001983488001' },
  ];
  return { form: 1, sections: sections.map((section, index) => ({ id: `secao00${index}`, ...section })) };
};
