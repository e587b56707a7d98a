import type { CallName } from '@vitrine/contract/calls/table';
import { permissions } from '@vitrine/contract/permissions';
import { MARKUP, UNBROKEN } from './crowd.ts';
import { newEmail, PASSWORD } from './people.ts';

/** The table of the screens of panel and accounts: where each is, what it loads and what it says in each face. */

export interface Things {
  category: string;
  product: string;
  discount: string;
  order: string;
  /** A page of the owner's. */
  ownPage: string;
  /** Kind and value of an identity of a buyer, as in the address. */
  buyer: string;
}
interface Faces {
  /** The call without which it shows nothing. */
  asks?: CallName;
  /** Its text when that call is refused. A form opens its list instead. */
  failed?: string;
  /** Its text in a new store. */
  empty?: string;
  /** Its text in the demo store. */
  filled: string | RegExp;
  /** Its text in a store with long names and much of everything. */
  crowded?: string;
  /** The search field, and the text when nothing matches. */
  search?: [label: string, heading: string];
}

const LOAD = 'Erro ao carregar dados';
export const SLOW_DOWN = 'Muitas tentativas. Aguarde um pouco.';
const LONG_STORE = (UNBROKEN + UNBROKEN).slice(0, 60);

/** Each screen of a store and of an account, with its address. */
export const screens: Record<string, (of: Things) => [address: string, faces: Faces]> = {
  dashboard: () => [
    '/dashboard',
    {
      asks: 'POST /dashboard',
      failed: LOAD,
      empty: 'Nenhum pedido ainda',
      filled: 'Pedidos recentes',
      crowded: 'Pedidos recentes',
    },
  ],
  figures: () => [
    '/figures',
    {
      asks: 'POST /figures',
      failed: LOAD,
      empty: 'Nenhuma venda neste período',
      filled: 'Formas de pagamento',
      crowded: 'Formas de pagamento',
    },
  ],
  alerts: () => [
    '/alerts',
    { asks: 'POST /alerts', failed: LOAD, empty: 'Tudo em ordem', filled: 'Agora', crowded: 'Agora' },
  ],
  categories: () => [
    '/categories',
    {
      asks: 'POST /categories',
      failed: 'Erro ao carregar categorias',
      empty: 'Nenhuma categoria ainda',
      filled: 'VIP',
      crowded: MARKUP,
      search: ['Buscar categoria', 'Nada encontrado'],
    },
  ],
  'category-new': () => ['/categories/create', { empty: 'Nome da categoria', filled: 'Nome da categoria' }],
  'category-edit': ({ category }) => [
    `/categories/${category}`,
    { asks: 'POST /categories/name', failed: SLOW_DOWN, filled: 'Nome da categoria', crowded: 'Nome da categoria' },
  ],
  products: () => [
    '/products',
    {
      asks: 'POST /products/list',
      failed: 'Erro ao carregar os produtos',
      empty: 'Comece por uma categoria',
      filled: 'VIP Ouro',
      crowded: MARKUP,
      search: ['Buscar produto', 'Nada encontrado'],
    },
  ],
  'product-new': () => [
    '/products/create',
    {
      asks: 'POST /categories',
      failed: 'Erro ao buscar categorias',
      empty: 'Nova categoria',
      filled: 'Informações básicas',
    },
  ],
  'product-sheet': () => ['/products/sheet', { empty: 'Baixar CSV', filled: 'Baixar CSV', crowded: 'Baixar CSV' }],
  'product-edit': ({ product }) => [
    `/products/edit/${product}`,
    { asks: 'POST /products/name', failed: SLOW_DOWN, filled: 'Informações básicas', crowded: 'Ações automáticas' },
  ],
  window: () => [
    '/window',
    {
      asks: 'POST /window',
      failed: 'Erro ao carregar a vitrine',
      empty: 'Nenhuma seção ainda',
      filled: 'Nenhuma seção ainda',
      crowded: 'Nenhuma seção ainda',
    },
  ],
  pages: () => [
    '/pages',
    {
      asks: 'POST /pages',
      failed: 'Erro ao carregar as páginas',
      empty: 'Nenhuma página ainda',
      filled: 'Como entrar na cidade',
      crowded: 'Nenhuma página ainda',
    },
  ],
  page: ({ ownPage }) => [
    `/pages/${ownPage}`,
    { asks: 'POST /pages/details', failed: 'Erro ao carregar a página', filled: 'O caminho' },
  ],
  orders: () => [
    '/orders',
    {
      asks: 'POST /order',
      failed: 'Erro ao buscar pedidos',
      empty: 'Nenhum pedido ainda',
      filled: 'Concluído',
      crowded: 'Carregar mais pedidos',
      search: ['Buscar por número, cidade, Discord ou nome', 'Nenhum pedido com este filtro'],
    },
  ],
  order: ({ order }) => [
    `/orders?order=${order}`,
    { asks: 'POST /order/details', failed: LOAD, filled: /^Pedido #/, crowded: UNBROKEN },
  ],
  'order-new': () => [
    '/orders/create',
    {
      asks: 'POST /products',
      failed: 'Erro ao pegar produtos.',
      empty: 'Nenhum produto para entregar',
      filled: 'Criar pedido',
      crowded: 'Criar pedido',
    },
  ],
  customer: ({ buyer }) => [`/customers/${buyer}`, { asks: 'POST /buyers/details', failed: LOAD, filled: 'Compras' }],
  deliveries: () => [
    '/orders?deliveries=all',
    { asks: 'POST /deliveries', failed: LOAD, empty: 'Nenhuma entrega ainda', filled: 'Entregue', crowded: UNBROKEN },
  ],
  variables: () => [
    '/variables',
    {
      asks: 'POST /variables',
      failed: 'Erro ao carregar variáveis',
      empty: 'Nenhuma variável sua ainda',
      filled: 'Prontas para usar',
      crowded: 'Perguntas no carrinho',
      search: ['Buscar variável', 'Nada encontrado'],
    },
  ],
  discounts: () => [
    '/discounts',
    {
      asks: 'POST /discounts',
      failed: 'Erro ao carregar descontos',
      empty: 'Nenhum cupom ainda',
      filled: 'DESCONTO10',
      crowded: 'CUPOM7',
      search: ['Buscar por código', 'Nada encontrado'],
    },
  ],
  'discount-new': () => [
    '/discounts/create',
    {
      asks: 'POST /products',
      failed: 'Erro ao carregar os produtos',
      empty: 'Criar cupom',
      filled: 'Criar cupom',
      crowded: 'Criar cupom',
    },
  ],
  'discount-edit': ({ discount }) => [
    `/discounts/${discount}`,
    { asks: 'POST /discounts', failed: SLOW_DOWN, filled: 'Salvar cupom', crowded: 'Salvar cupom' },
  ],
  members: () => [
    '/members',
    { asks: 'POST /members', failed: LOAD, empty: 'Só você por aqui', filled: 'Equipe', crowded: 'Convites abertos' },
  ],
  'member-new': () => ['/members/invite', { filled: 'Enviar convite', crowded: 'Enviar convite' }],
  permissions: () => [
    '/members?tab=permissoes',
    { asks: 'POST /members', failed: LOAD, empty: 'Nenhum papel próprio ainda', filled: permissions['store.own'].text },
  ],
  log: () => [
    '/members?tab=registro',
    { asks: 'POST /audit', failed: LOAD, filled: 'Antes e depois', crowded: 'Antes e depois' },
  ],
  settings: () => ['/config', { empty: 'Nome da loja', filled: 'Nome da loja', crowded: 'Nome da loja' }],
  appearance: () => ['/config?tab=aparencia', { empty: 'Cor primária', filled: 'Cor primária', crowded: LONG_STORE }],
  payments: () => [
    '/config?tab=pagamentos',
    { empty: 'Token de acesso do Mercado Pago', filled: 'Conectado', crowded: 'Conectado' },
  ],
  servers: () => [
    '/config?tab=servidores',
    {
      asks: 'GET /store/connection',
      failed: LOAD,
      empty: 'ID da Cidade no checkout',
      filled: 'ID da Cidade no checkout',
    },
  ],
  discord: () => [
    '/config?tab=discord',
    {
      asks: 'GET /store/connection',
      failed: LOAD,
      empty: 'Seu plano não inclui o Discord',
      filled: /^Servidor(es)? conectado/,
    },
  ],
  legal: () => ['/config?tab=legal', { empty: 'Dados legais', filled: 'Dados legais' }],
  danger: () => ['/config?tab=perigo', { empty: 'Excluir loja', filled: 'Excluir loja', crowded: 'Excluir loja' }],
  subscription: () => [
    '/subscription',
    {
      asks: 'POST /subscription',
      failed: LOAD,
      empty: 'Nenhum pagamento ainda',
      filled: 'Renovar Premium',
      crowded: 'Renovar Premium',
    },
  ],
  profile: () => [
    '/profile',
    { asks: 'GET /profile', failed: LOAD, empty: 'Visão Geral', filled: 'Ana Souza', crowded: 'Visão Geral' },
  ],
  'profile-stores': () => [
    '/profile?tab=lojas',
    { asks: 'GET /profile', failed: LOAD, filled: 'Cidade Alta RP', crowded: LONG_STORE },
  ],
  account: () => [
    '/profile?tab=conta',
    { asks: 'GET /account/sessions', failed: LOAD, filled: 'Este aparelho', crowded: 'Este aparelho' },
  ],
};

/** A form that people see before they have a store, or that makes one. */
interface Sending {
  address: string;
  /** Needs a login, else another page opens. */
  closed?: true;
  fields: Record<string, string>;
  button: string;
  pending: string;
  call: CallName;
}

const TOKEN = 'a'.repeat(43);
export const forms: Record<string, Sending> = {
  login: {
    address: '/login',
    fields: { 'E-mail': newEmail(UNBROKEN), Senha: PASSWORD },
    button: 'Entrar',
    pending: 'Entrando...',
    call: 'POST /login',
  },
  register: {
    address: '/registrar',
    fields: { Nome: UNBROKEN.repeat(5), 'E-mail': newEmail(UNBROKEN), Senha: PASSWORD },
    button: 'Criar conta',
    pending: 'Criando...',
    call: 'POST /login/register',
  },
  'password-forgot': {
    address: '/password/forgot',
    fields: { 'E-mail': newEmail(UNBROKEN) },
    button: 'Enviar link',
    pending: 'Enviando...',
    call: 'POST /password/forgot',
  },
  'password-reset': {
    address: `/password/reset?token=${TOKEN}`,
    fields: { 'Nova senha': PASSWORD },
    button: 'Salvar nova senha',
    pending: 'Salvando...',
    call: 'POST /password/reset',
  },
  'email-verify': {
    address: `/email/verify?token=${TOKEN}`,
    fields: {},
    button: 'Confirmar meu e-mail',
    pending: 'Confirmando...',
    call: 'POST /email/verify',
  },
  invitation: {
    address: `/invitations/accept?token=${TOKEN}`,
    closed: true,
    fields: {},
    button: 'Aceitar convite',
    pending: 'Aceitando...',
    call: 'POST /invitations/accept',
  },
  'store-new': {
    address: '/store/create',
    closed: true,
    fields: { 'Nome da loja': LONG_STORE, Domínio: 'porto-novo-de-novo' },
    button: 'Criar loja',
    pending: 'Criando...',
    call: 'POST /store/create',
  },
};
