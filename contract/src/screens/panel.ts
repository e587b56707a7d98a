import type { Permission } from '../permissions.ts';
import { finderOf, type Screen } from './screen.ts';

/**
 * Screens that work in a store, in the order of the menu. The server draws an empty frame, the same for everybody, so
 * the fixed addresses are kept. This file is part of the panel's script.
 */
export const panelScreens = {
  '/dashboard': {
    file: 'panel/dashboard/route.tsx',
    access: 'dashboard.read',
    kept: ['apex'],
    title: 'Dashboard',
    menu: '',
  },
  '/figures': {
    file: 'panel/figures/route.tsx',
    access: 'dashboard.read',
    kept: ['apex'],
    title: 'Relatório',
    menu: '',
  },
  '/alerts': {
    file: 'panel/alerts/route.tsx',
    access: 'store.read',
    kept: ['apex'],
    title: 'Alertas',
    menu: '',
  },
  '/categories': {
    file: 'panel/categories/route.tsx',
    access: 'store.read',
    kept: ['apex'],
    title: 'Categorias',
    menu: 'Catálogo',
  },
  '/categories/create': {
    file: 'panel/categories/create-route.tsx',
    access: 'catalog.edit',
    kept: ['apex'],
    title: 'Nova categoria',
  },
  '/categories/:id': { file: 'panel/categories/edit-route.tsx', access: 'catalog.edit', title: 'Editar categoria' },
  '/products': {
    file: 'panel/products/route.tsx',
    access: 'store.read',
    kept: ['apex'],
    title: 'Produtos',
    menu: 'Catálogo',
  },
  '/products/create': {
    file: 'panel/products/create-route.tsx',
    access: 'catalog.edit',
    kept: ['apex'],
    title: 'Novo produto',
  },
  '/products/sheet': {
    file: 'panel/products/sheet/route.tsx',
    access: 'catalog.edit',
    kept: ['apex'],
    title: 'Planilha de produtos',
  },
  '/products/edit/:id': { file: 'panel/products/edit-route.tsx', access: 'catalog.edit', title: 'Editar produto' },
  '/window': {
    file: 'panel/window/route.tsx',
    access: 'window.edit',
    kept: ['apex'],
    title: 'Vitrine da loja',
    menu: 'Catálogo',
  },
  '/pages': {
    file: 'panel/pages/route.tsx',
    access: 'window.edit',
    kept: ['apex'],
    title: 'Páginas',
    menu: 'Catálogo',
  },
  '/pages/:id': { file: 'panel/pages/edit-route.tsx', access: 'window.edit', title: 'Editar página' },
  '/orders': {
    file: 'panel/orders/route.tsx',
    access: 'orders.read',
    kept: ['apex'],
    title: 'Pedidos',
    menu: 'Vendas',
  },
  '/orders/create': { file: 'panel/orders/route.tsx', access: 'orders.give', kept: ['apex'], title: 'Pedidos' },
  '/customers/:kind/:value': { file: 'panel/customers/route.tsx', access: 'orders.read', title: 'Cliente' },
  '/variables': {
    file: 'panel/variables/route.tsx',
    access: 'variables.edit',
    kept: ['apex'],
    title: 'Variáveis',
    menu: 'Vendas',
  },
  '/discounts': {
    file: 'panel/discounts/route.tsx',
    access: 'discounts.edit',
    kept: ['apex'],
    title: 'Descontos',
    menu: 'Vendas',
  },
  '/discounts/create': {
    file: 'panel/discounts/create-route.tsx',
    access: 'discounts.edit',
    kept: ['apex'],
    title: 'Novo cupom',
  },
  '/discounts/:id': { file: 'panel/discounts/edit-route.tsx', access: 'discounts.edit', title: 'Editar cupom' },
  '/members': {
    file: 'panel/members/route.tsx',
    access: 'members.read',
    kept: ['apex'],
    title: 'Membros',
    menu: 'Loja',
  },
  '/members/invite': { file: 'panel/members/route.tsx', access: 'members.edit', kept: ['apex'], title: 'Membros' },
  '/config': {
    file: 'panel/config/route.tsx',
    access: 'store.read',
    kept: ['apex'],
    title: 'Configurações',
    menu: 'Loja',
  },
  '/subscription': {
    file: 'panel/subscription/route.tsx',
    access: 'store.read',
    kept: ['apex'],
    title: 'Assinatura',
    menu: 'Loja',
  },
} as const satisfies Record<`/${string}`, Screen & { access: Permission; title: string }>;

const findInPanel = finderOf(panelScreens);

/**
 * The permission that opens a panel address, which may have a query and a hash. Undefined for an address that is no
 * screen of a store.
 */
export function permissionToOpen(address: string): Permission | undefined {
  return findInPanel(address.replace(/[?#].*$/, ''))?.screen.access;
}

/** The title of the tab of a panel's screen; undefined for another path. */
export const panelTitle = (path: string): string | undefined => findInPanel(path)?.screen.title;
