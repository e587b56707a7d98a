import { panelScreens } from '@vitrine/contract/screens/panel';
import type { Screen } from '@vitrine/contract/screens/screen';
import {
  Bell,
  ChartColumn,
  CreditCard,
  Files,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Receipt,
  Settings,
  Store,
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

type Screens = typeof panelScreens;
type InMenu = { [Path in keyof Screens]: Screens[Path] extends { menu: string } ? Path : never }[keyof Screens];

const icons: Record<InMenu, LucideIcon> = {
  '/dashboard': LayoutDashboard,
  '/figures': ChartColumn,
  '/alerts': Bell,
  '/categories': Tags,
  '/products': Package,
  '/window': Store,
  '/pages': Files,
  '/orders': Receipt,
  '/variables': Variable,
  '/discounts': TicketPercent,
  '/members': Users,
  '/config': Settings,
  '/subscription': CreditCard,
};

/** The sidebar's menu, in the order of the table; the quiet labels only name groups of neighbours. */
export const menuGroups: { label: string | null; entries: MenuEntry[] }[] = ['', 'Catálogo', 'Vendas', 'Loja'].map(
  (group) => ({
    label: group || null,
    entries: (Object.keys(panelScreens) as (keyof Screens)[])
      .filter((to): to is InMenu => (panelScreens[to] as Screen).menu === group)
      .map((to) => ({ to, label: panelScreens[to].title, Icon: icons[to] })),
  }),
);
