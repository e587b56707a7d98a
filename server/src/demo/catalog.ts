import type { Action, DiscordAction, FivemAction } from '@vitrine/contract/actions';
import type { Look } from '@vitrine/contract/looks';
import type { OwnPageFields } from '@vitrine/contract/own-pages';
import type { ProductOption } from '@vitrine/contract/product-options';
import type { WindowDocument } from '@vitrine/contract/window';
import type { Motif } from './pictures.ts';

/** What the first demo store is and sells. A vRP city knows these groups, items and vehicles. */

/** The first demo store's subdomain. */
export const demoSubdomain = 'cidadealta';

const now = { executionTiming: 'on_confirmation' } as const;
const later = { executionTiming: 'on_expiration' } as const;
const game = (action: FivemAction): Action => ({ target: 'fivem', ...action });
const discord = (action: DiscordAction): Action => ({ target: 'discord', ...action });

/** Roles that the stand-in of Discord has for the demo. */
const roles = {
  vip: { roleId: '910028371920012302', roleName: 'VIP' },
  gold: { roleId: '910028371920012303', roleName: 'VIP Ouro' },
} as const;

function membership(group: string, role: { roleId: string; roleName: string }): Action[] {
  return [
    game({ type: 'add_group', groupName: group, ...now }),
    game({ type: 'remove_group', groupName: group, ...later }),
    discord({ type: 'add_role', ...role, ...now }),
    discord({ type: 'remove_role', ...role, ...later }),
  ];
}

/** What a buyer of a car answers: its plate, and one of the city's colours. */
const ofCar: ProductOption[] = [
  { name: 'placa', label: 'Placa', kind: 'plate', required: true, min: null, max: null, choices: [] },
  {
    ...{ name: 'cor', label: 'Cor', kind: 'choice', required: true, min: null, max: null },
    choices: ['Azul', 'Branco', 'Preto', 'Vermelho'].map((label) => ({ label, value: label.toLowerCase() })),
  },
];

export interface DemoProduct {
  name: string;
  price: number;
  compareAt?: number;
  description: string;
  picture: { motif: Motif; hue: number };
  featured?: boolean;
  stock?: number;
  buyLimit?: number;
  removeDays?: number;
  actions: Action[];
  options?: ProductOption[];
  /** How often the demo's past sells it, compared with the others. */
  weight: number;
}

export interface DemoStore {
  subdomain: string;
  name: string;
  primaryColor: string;
  secondaryColor: string;
  description: string;
  legal: { name: string; document: string; address: string; contact: string; terms: string; privacy: string };
  look?: Look;
  /** Which logo and banner are drawn for it. */
  art: 'city' | 'blocks';
  categories: { name: string; products: DemoProduct[] }[];
  coupons: {
    code: string;
    type: 'percentage' | 'fixed';
    value: number;
    min?: number;
    maxUses?: number;
    limitBy?: 'discord';
  }[];
  page?: { fields: OwnPageFields; document: WindowDocument };
  /** Whether it has sold for a year. */
  past: boolean;
}

const categories: DemoStore['categories'] = [
  {
    name: 'VIP',
    products: [
      {
        name: 'VIP Ouro',
        price: 4990,
        compareAt: 19999,
        description: '> Salário em dobro\n> Fila prioritária\n> Cargo VIP Ouro no Discord\n> 30 dias',
        picture: { motif: 'crown', hue: 42 },
        featured: true,
        removeDays: 30,
        actions: [...membership('VipOuro', roles.gold), game({ type: 'add_money', amount: 50_000, ...now })],
        weight: 9,
      },
      {
        name: 'VIP',
        price: 2490,
        description: '> Salário maior\n> Cargo VIP no Discord\n> 30 dias',
        picture: { motif: 'star', hue: 268 },
        removeDays: 30,
        actions: membership('Vip', roles.vip),
        weight: 14,
      },
      {
        name: 'VIP fim de semana',
        price: 990,
        description: '> Os benefícios do VIP por 3 dias\n> Para experimentar',
        picture: { motif: 'shield', hue: 196 },
        removeDays: 3,
        buyLimit: 2,
        actions: membership('Vip', roles.vip),
        weight: 5,
      },
    ],
  },
  {
    name: 'Dinheiro',
    products: [
      {
        name: 'R$ 50.000 na cidade',
        price: 1000,
        description: '> Depositado no banco da cidade\n> Na hora',
        picture: { motif: 'coins', hue: 150 },
        actions: [game({ type: 'add_money', amount: 50_000, ...now })],
        weight: 12,
      },
      {
        name: 'R$ 250.000 na cidade',
        price: 3990,
        compareAt: 5000,
        description: '> Depositado no banco da cidade\n> 20 % mais barato que comprar separado',
        picture: { motif: 'coins', hue: 96 },
        featured: true,
        actions: [game({ type: 'add_money', amount: 250_000, ...now })],
        weight: 7,
      },
    ],
  },
  {
    name: 'Veículos',
    products: [
      {
        name: 'Sultan personalizado',
        price: 3490,
        description: '> Entregue na sua garagem\n> Placa e cor à sua escolha\n> Apresentado à cidade no chat',
        picture: { motif: 'car', hue: 210 },
        stock: 40,
        options: ofCar,
        actions: [
          game({ type: 'add_vehicle', vehicleName: 'sultan', plate: '{{placa}}', ...now }),
          game({ type: 'execute_command', command: 'say Chegou um Sultan {{cor}}, placa {{placa}}', ...now }),
        ],
        weight: 6,
      },
      {
        name: 'Zentorno',
        price: 8990,
        compareAt: 11990,
        description: '> O mais rápido da cidade\n> Poucas unidades',
        picture: { motif: 'car', hue: 350 },
        stock: 4,
        buyLimit: 1,
        actions: [game({ type: 'add_vehicle', vehicleName: 'zentorno', ...now })],
        weight: 3,
      },
      {
        name: 'Bati 801 por 15 dias',
        price: 1490,
        description: '> Aluguel de 15 dias\n> Volta para a loja no fim',
        picture: { motif: 'bike', hue: 18 },
        removeDays: 15,
        actions: [
          game({ type: 'add_vehicle', vehicleName: 'bati', ...now }),
          game({ type: 'remove_vehicle', vehicleName: 'bati', ...later }),
        ],
        weight: 5,
      },
    ],
  },
  {
    name: 'Itens e serviços',
    products: [
      {
        name: 'Kit de reparo (5)',
        price: 590,
        description: '> 5 kits de reparo no inventário\n> Entre na cidade para receber',
        picture: { motif: 'crate', hue: 28 },
        actions: [game({ type: 'add_item', itemName: 'repairkit', itemQuantity: 5, ...now })],
        weight: 8,
      },
      {
        name: 'Rádio comunicador',
        price: 390,
        description: '> 1 rádio no inventário',
        picture: { motif: 'radio', hue: 300 },
        actions: [game({ type: 'add_item', itemName: 'radio', itemQuantity: 1, ...now })],
        weight: 4,
      },
      {
        name: 'Remoção de banimento',
        price: 14_990,
        description: '> Uma segunda chance\n> Vale para banimentos que a equipe permite remover',
        picture: { motif: 'key', hue: 176 },
        buyLimit: 1,
        actions: [game({ type: 'remove_ban', ...now }), discord({ type: 'unban', ...now })],
        weight: 1,
      },
      {
        name: 'Anúncio na cidade',
        price: 290,
        description: '> Seu nome anunciado para todos\n> Dura um minuto',
        picture: { motif: 'house', hue: 232 },
        actions: [game({ type: 'execute_command', command: 'say {{nome}} apoiou a cidade', ...now })],
        weight: 2,
      },
    ],
  },
];

const coupons: DemoStore['coupons'] = [
  { code: 'DESCONTO10', type: 'percentage', value: 10 },
  { code: 'BEMVINDO', type: 'fixed', value: 500, min: 2000, limitBy: 'discord' },
  { code: 'RELAMPAGO', type: 'percentage', value: 25, maxUses: 50 },
];

/** A page that the demo owner has begun and not published. */
const page: DemoStore['page'] = {
  fields: {
    title: 'Como entrar na cidade',
    slug: 'como-entrar',
    description: 'Do primeiro acesso ao primeiro emprego.',
    inMenu: true,
  },
  document: {
    form: 1,
    sections: [
      {
        kind: 'rules',
        id: 'passos001',
        title: 'O caminho',
        items: ['Instale o FiveM.', 'Entre no Discord da cidade e peça a liberação.', 'Crie seu personagem.'],
      },
    ],
  },
};

/** The first demo store, with a FiveM city. */
export const cidadeAlta: DemoStore = {
  subdomain: demoSubdomain,
  name: 'Cidade Alta RP',
  primaryColor: '#7c3aed',
  secondaryColor: '#22d3ee',
  description: 'A cidade de roleplay que não dorme. Seu apoio mantém o servidor no ar.',
  legal: {
    name: 'Cidade Alta Entretenimento Digital',
    document: '12.345.678/0001-95',
    address: 'Rua das Palmeiras, 100, São Paulo, SP',
    contact: 'contato@cidadealta.com.br',
    terms: 'Os produtos são benefícios digitais usados dentro do servidor Cidade Alta RP.',
    privacy: 'Usamos o ID da Cidade e o ID do Discord apenas para entregar o que foi comprado.',
  },
  art: 'city',
  categories,
  coupons,
  page,
  past: true,
};
