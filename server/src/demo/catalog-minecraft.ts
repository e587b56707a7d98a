import type { Action, DiscordAction, MinecraftAction } from '@vitrine/contract/actions';
import type { DemoStore } from './catalog.ts';

/**
 * What the second demo store is and sells. The stand-in of its server knows these groups and materials. Its pictures are those of the
 * first store where that is possible, because each new one takes time at the first start.
 */

const now = { executionTiming: 'on_confirmation' } as const;
const later = { executionTiming: 'on_expiration' } as const;
const game = (action: MinecraftAction): Action => ({ target: 'minecraft', ...action });
const discord = (action: DiscordAction): Action => ({ target: 'discord', ...action });

const coins = (amount: number) => game({ type: 'minecraft_add_money', amount, ...now });
const item = (itemName: string, itemQuantity: number, label: string) =>
  game({ type: 'minecraft_add_item', itemName, itemQuantity, label, ...now });

function membership(groupName: string, label: string, role: { roleId: string; roleName: string }): Action[] {
  return [
    game({ type: 'minecraft_add_group', groupName, label, ...now }),
    game({ type: 'minecraft_remove_group', groupName, label, ...later }),
    discord({ type: 'add_role', ...role, ...now }),
    discord({ type: 'remove_role', ...role, ...later }),
  ];
}

/** The second demo store, with a Minecraft server. */
export const auroraCraft: DemoStore = {
  subdomain: 'auroracraft',
  name: 'Aurora Craft',
  primaryColor: '#15803d',
  secondaryColor: '#facc15',
  description: 'Survival com economia, terrenos e amigos. Sua compra mantém o servidor no ar.',
  legal: {
    name: 'Aurora Craft Jogos Digitais',
    document: '12.345.678/0001-95',
    address: 'Rua das Palmeiras, 100, São Paulo, SP',
    contact: 'contato@auroracraft.com.br',
    terms: 'Os produtos são benefícios digitais usados dentro do servidor Aurora Craft.',
    privacy: 'Usamos o nick do Minecraft e o ID do Discord apenas para entregar o que foi comprado.',
  },
  look: { theme: 'arcade' },
  art: 'blocks',
  categories: [
    {
      name: 'VIP e acesso',
      products: [
        {
          name: 'Nobre',
          price: 2490,
          compareAt: 3490,
          description: '> Grupo Nobre no servidor\n> 2.000 moedas\n> Cargo Nobre no Discord\n> 30 dias',
          picture: { motif: 'crown', hue: 42 },
          featured: true,
          removeDays: 30,
          actions: [...membership('nobre', 'Nobre', { roleId: '930019283771200702', roleName: 'Nobre' }), coins(2000)],
          weight: 1,
        },
        {
          name: 'VIP',
          price: 1490,
          description: '> Grupo VIP no servidor\n> Cargo VIP no Discord\n> 30 dias',
          picture: { motif: 'star', hue: 268 },
          removeDays: 30,
          actions: membership('vip', 'VIP', { roleId: '930019283771200701', roleName: 'VIP' }),
          weight: 1,
        },
        {
          name: 'Entrada na whitelist',
          price: 500,
          description: '> Seu nick liberado no servidor\n> Vale para sempre',
          picture: { motif: 'key', hue: 176 },
          buyLimit: 1,
          actions: [game({ type: 'minecraft_add_whitelist', ...now })],
          weight: 1,
        },
      ],
    },
    {
      name: 'Moedas e diamantes',
      products: [
        {
          name: '1.000 moedas',
          price: 990,
          description: '> Na sua conta do servidor\n> Na hora, dentro ou fora dele',
          picture: { motif: 'coins', hue: 150 },
          actions: [coins(1000)],
          weight: 1,
        },
        {
          name: '5.000 moedas',
          price: 3990,
          compareAt: 4950,
          description: '> Na sua conta do servidor\n> Mais barato que comprar separado',
          picture: { motif: 'coins', hue: 96 },
          featured: true,
          actions: [coins(5000)],
          weight: 1,
        },
        {
          name: '16 diamantes',
          price: 690,
          description: '> No inventário\n> Entre no servidor para receber',
          picture: { motif: 'gem', hue: 190 },
          actions: [item('diamond', 16, 'Diamante')],
          weight: 1,
        },
      ],
    },
    {
      name: 'Kits e extras',
      products: [
        {
          name: 'Kit do minerador',
          price: 1290,
          description: '> Tudo para descer fundo\n> Entre no servidor para receber',
          picture: { motif: 'crate', hue: 28 },
          actions: [
            item('diamond_pickaxe', 1, 'Picareta de diamante'),
            item('golden_apple', 8, 'Maçã dourada'),
            item('cooked_beef', 32, 'Filé assado'),
          ],
          weight: 1,
        },
        {
          name: 'Kit do construtor',
          price: 890,
          description: '> Madeira para a primeira casa\n> Entre no servidor para receber',
          picture: { motif: 'house', hue: 232 },
          actions: [item('oak_log', 64, 'Tronco de carvalho'), item('oak_planks', 192, 'Tábua de carvalho')],
          weight: 1,
        },
        {
          name: 'Anúncio no servidor',
          price: 290,
          description: '> Seu nick anunciado para todos',
          picture: { motif: 'radio', hue: 300 },
          actions: [game({ type: 'minecraft_command', command: 'say {{cidade}} apoiou o servidor', ...now })],
          weight: 1,
        },
      ],
    },
  ],
  coupons: [{ code: 'CRAFT10', type: 'percentage', value: 10 }],
  past: false,
};
