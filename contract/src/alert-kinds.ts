import type { Permission } from './permissions.ts';

/** What an alert is about: how many things, and the name of the game server or further Discord server where there is one. */
interface About {
  things: number;
  name: string;
}

interface AlertKind {
  /** The label of its settings. */
  label: string;
  /** It goes out in quiet hours too. */
  severe?: true;
  /** Who sees it: usually whoever can solve it. */
  permission: Permission;
  /** The panel's page that solves it. */
  href: `/${string}`;
  /** While it stands. */
  text: (about: About) => string;
  /** After it ended. */
  well: (about: About) => string;
}

const count = (things: number, one: string, many: string) => (things === 1 ? `1 ${one}` : `${things} ${many}`);

const named = (name: string) => (name ? ` “${name}”` : '');

/** Every kind of alert, the most severe first. Texts are pt-BR; each is a whole sentence. */
export const alertKinds = {
  payment_refused: {
    label: 'Mercado Pago recusou o token',
    severe: true,
    permission: 'store.connect',
    href: '/config?tab=pagamentos',
    text: () => 'O Mercado Pago recusou o token da loja. Ninguém consegue pagar.',
    well: () => 'O Mercado Pago aceita o token da loja de novo.',
  },
  server_waiting: {
    label: 'Servidor à espera de aprovação',
    severe: true,
    permission: 'store.connect',
    href: '/config?tab=servidores',
    text: ({ things, name }) =>
      things === 1
        ? `Um servidor espera a sua aprovação no lugar de “${name}”. Ele não recebe entregas até você decidir.`
        : `${things} servidores esperam a sua aprovação no lugar de “${name}”. Eles não recebem entregas até você decidir.`,
    well: ({ name }) => `Nenhum servidor espera aprovação no lugar de “${name}”.`,
  },
  city_silent: {
    label: 'Servidor sem contato',
    severe: true,
    permission: 'store.read',
    href: '/config?tab=servidores',
    text: ({ name }) => `O servidor “${name}” está sem contato. As entregas dele esperam até ele voltar.`,
    well: ({ name }) => `O servidor “${name}” voltou a dar sinal.`,
  },
  storage_unavailable: {
    label: 'Servidor que não grava o registro',
    severe: true,
    permission: 'store.read',
    href: '/config?tab=servidores',
    text: ({ name }) =>
      `O servidor “${name}” não consegue gravar o registro de entregas. Nada é entregue por ele até o disco gravar de novo.`,
    well: ({ name }) => `O servidor “${name}” grava o registro de entregas de novo.`,
  },
  delivery_uncertain: {
    label: 'Entrega incerta',
    permission: 'deliveries.repair',
    href: '/orders?deliveries=uncertain',
    text: ({ things }) =>
      `${count(things, 'entrega incerta espera', 'entregas incertas esperam')} a sua decisão. Confira na cidade se chegou.`,
    well: () => 'Nenhuma entrega incerta espera a sua decisão.',
  },
  delivery_failed: {
    label: 'Entrega que falhou',
    permission: 'deliveries.repair',
    href: '/orders?deliveries=failed',
    text: ({ things }) => `${count(things, 'entrega falhou', 'entregas falharam')}. Corrija a causa e reenvie.`,
    well: () => 'Nenhuma entrega está com falha.',
  },
  discord_refused: {
    label: 'Bot do Discord sem acesso',
    permission: 'store.connect',
    href: '/config?tab=discord',
    text: ({ name }) =>
      `O bot saiu do servidor do Discord${named(name)}, perdeu uma permissão ou um cargo foi apagado. O que foi vendido espera e continua sozinho depois do conserto.`,
    well: ({ name }) => `O bot faz tudo de novo no servidor do Discord${named(name)}.`,
  },
  discord_stopped: {
    label: 'Discord recusou o bot da Vitrine',
    permission: 'store.read',
    href: '/config?tab=discord',
    text: () => 'O Discord recusou o bot da Vitrine. As entregas pelo Discord esperam e continuam sozinhas.',
    well: () => 'O Discord aceita o bot da Vitrine de novo.',
  },
  queue_growing: {
    label: 'Fila de entregas crescendo',
    permission: 'store.read',
    href: '/config?tab=servidores',
    text: ({ things }) =>
      `${count(things, 'entrega espera', 'entregas esperam')} há mais de 10 minutos e nenhum servidor busca. Confira o servidor e o script.`,
    well: () => 'A fila de entregas voltou ao normal.',
  },
} as const satisfies Record<string, AlertKind>;

export type AlertKindName = keyof typeof alertKinds;
export const alertKindNames = Object.keys(alertKinds) as AlertKindName[];

/** The row of a kind. A stored alert may be of a kind that this version does not know. */
export const alertKind = (name: string): AlertKind | undefined =>
  Object.hasOwn(alertKinds, name) ? alertKinds[name as AlertKindName] : undefined;
