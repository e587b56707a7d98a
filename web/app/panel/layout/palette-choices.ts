import type { Found } from '@vitrine/contract/search';
import { plainText } from '@vitrine/contract/text-search';
import {
  Keyboard,
  Link2,
  type LucideIcon,
  Package,
  Plus,
  Receipt,
  Search,
  Settings,
  TicketPercent,
  UserRound,
  Users,
} from 'lucide-react';
import { configTabIds, configTabTexts } from '../config/settings-form.ts';
import { menuGroups } from './menu-entries.ts';

/** One choice of the palette: a place to go, or something to do. */
export interface Choice {
  key: string;
  label: string;
  /** Beside the label, quiet. */
  detail?: string;
  Icon: LucideIcon;
  to?: string;
  does?: 'copy-link' | 'keys';
}

export interface ChoiceGroup {
  label: string;
  choices: Choice[];
}

const place = (to: string, label: string, Icon: LucideIcon, detail?: string): Choice => ({
  key: to,
  to,
  label,
  Icon,
  ...(detail && { detail }),
});

const screens: Choice[] = [
  ...menuGroups.flatMap((group) => group.entries.map(({ to, label, Icon }) => place(to, label, Icon))),
  place('/products/create', 'Novo produto', Plus),
  place('/categories/create', 'Nova categoria', Plus),
  place('/discounts/create', 'Novo cupom', Plus),
  place('/orders/create', 'Pedido manual', Plus),
  place('/members/invite', 'Convidar membro', Plus),
  place('/store/create', 'Nova loja', Plus),
  place('/profile', 'Meu perfil', UserRound),
];
/** The settings by their tabs, found by more words than their names. */
const settings = configTabIds.map((tab) => ({
  ...place(`/config?tab=${tab}`, configTabTexts[tab], Settings, 'Configurações'),
  words: {
    loja: 'nome dominio endereco links redes fechar reabrir',
    aparencia: 'cores logo banner tema',
    pagamentos: 'mercado pago token pix prazo',
    servidores: 'fivem script token cidade minecraft mta',
    discord: 'bot cargos canal',
    legal: 'cnpj cpf termos privacidade',
    perigo: 'excluir transferir exportar',
  }[tab],
}));
const deeds: Choice[] = [
  { key: 'copy-link', does: 'copy-link', label: 'Copiar link desta página', Icon: Link2 },
  { key: 'keys', does: 'keys', label: 'Atalhos do teclado', Icon: Keyboard },
];

const groupLabels: Record<Found['kind'], [label: string, Icon: LucideIcon]> = {
  order: ['Pedidos', Receipt],
  customer: ['Clientes', UserRound],
  product: ['Produtos', Package],
  discount: ['Cupons', TicketPercent],
  member: ['Membros', Users],
};

/** The search of the list of orders, for what the palette's few rows do not show. */
const allOrders = (text: string): Choice => ({
  ...place(`/orders?search=${encodeURIComponent(text)}`, `Buscar pedido "${text}"`, Search),
});

/**
 * The palette's choices for a text, in groups: screens and settings whose name holds it and that this person may open, and what
 * the server found. A text with a digit is most likely a number, so what was found stands first.
 */
export function choicesFor(
  text: string,
  mayOpen: (address: string) => boolean,
  found: readonly Found[],
): ChoiceGroup[] {
  const typed = text.trim();
  const wanted = plainText(typed);
  const holds = (...words: string[]) => words.some((word) => plainText(word).includes(wanted));
  const places = [
    ...screens.filter(({ label }) => holds(label)),
    ...(wanted ? settings.filter(({ label, words }) => holds(label, `configuracoes ${label}`, words)) : []),
  ].filter(({ to }) => to !== undefined && mayOpen(to));
  const groups: ChoiceGroup[] = [
    { label: 'Ir para', choices: places },
    { label: 'Fazer', choices: deeds.filter(({ label }) => holds(label)) },
  ];
  const orders = wanted && mayOpen('/orders') ? [allOrders(typed)] : [];
  const results = (Object.keys(groupLabels) as Found['kind'][]).map((kind): ChoiceGroup => {
    const [label, Icon] = groupLabels[kind];
    const rows = found
      .filter((one) => one.kind === kind)
      .map((one, at) => ({
        ...place(one.to, one.label, Icon, one.detail),
        key: `${kind} ${one.to} ${one.label} ${kind === 'member' ? at : ''}`,
      }));
    return { label, choices: kind === 'order' && rows.length > 0 ? [...rows, ...orders] : rows };
  });
  if (!found.some(({ kind }) => kind === 'order')) results.push({ label: 'Pedidos', choices: orders });
  return (/\d/.test(wanted) ? [...results, ...groups] : [...groups, ...results]).filter(
    ({ choices }) => choices.length > 0,
  );
}
