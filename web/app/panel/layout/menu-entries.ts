import {
  CreditCard,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Receipt,
  Settings,
  Tags,
  TicketPercent,
  Users,
  Variable,
} from 'lucide-react';

export interface MenuEntry {
  to: string;
  label: string;
  Icon: LucideIcon;
}

/** The sidebar's menu, in SPEC.md's order; the quiet labels only name groups of neighbours. */
export const menuGroups: { label: string | null; entries: MenuEntry[] }[] = [
  { label: null, entries: [{ to: '/dashboard', label: 'Dashboard', Icon: LayoutDashboard }] },
  {
    label: 'Catálogo',
    entries: [
      { to: '/categories', label: 'Categorias', Icon: Tags },
      { to: '/products', label: 'Produtos', Icon: Package },
    ],
  },
  {
    label: 'Vendas',
    entries: [
      { to: '/orders', label: 'Pedidos', Icon: Receipt },
      { to: '/variables', label: 'Variáveis', Icon: Variable },
      { to: '/discounts', label: 'Descontos', Icon: TicketPercent },
    ],
  },
  {
    label: 'Loja',
    entries: [
      { to: '/members', label: 'Membros', Icon: Users },
      { to: '/config', label: 'Configurações', Icon: Settings },
      { to: '/subscription', label: 'Assinatura', Icon: CreditCard },
    ],
  },
];
