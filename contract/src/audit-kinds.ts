/** What the entries of a store's log of changes are about, without schemas, so that the panel's pages load none. */

interface AuditKind {
  /** For people. */
  name: string;
  /** The parts before the dot of the entries' actions. */
  of: readonly string[];
  /** The panel's page of one object; absent where there is none. */
  page?: (id: string) => string;
}

const order = (id: string) => `/orders?order=${id}`;

export const auditKinds = {
  products: { name: 'Produtos', of: ['product'], page: (id) => `/products/edit/${id}` },
  categories: { name: 'Categorias', of: ['category'], page: (id) => `/categories/${id}` },
  coupons: { name: 'Cupons', of: ['discount'], page: (id) => `/discounts/${id}` },
  variables: { name: 'Variáveis', of: ['variable'] },
  orders: { name: 'Pedidos', of: ['order', 'orders', 'file', 'rehearsal', 'customer'], page: order },
  buyers: { name: 'Clientes', of: ['buyer'] },
  deliveries: { name: 'Entregas', of: ['delivery'], page: order },
  window: { name: 'Vitrine e páginas', of: ['window', 'page'], page: (id) => `/pages/${id}` },
  store: { name: 'Loja', of: ['store', 'alerts'] },
  servers: { name: 'Servidores e Discord', of: ['server', 'discord'] },
  team: { name: 'Equipe', of: ['member', 'role'] },
  plan: { name: 'Plano', of: ['plan'] },
} satisfies Record<string, AuditKind>;
export type AuditKindName = keyof typeof auditKinds;
export const auditKindNames = Object.keys(auditKinds) as AuditKindName[];

/** The kind of an entry by its action (`product.edit`); undefined for one that nobody named. */
const auditKindOf = (action: string): AuditKindName | undefined =>
  auditKindNames.find((name) => (auditKinds[name].of as readonly string[]).includes(action.split('.', 1)[0] ?? ''));

/** The panel's page of the object of an entry; null where it has none or the object is gone. */
export function auditPage(action: string, object: string | null): string | null {
  const kind = auditKindOf(action);
  const page = kind && (auditKinds[kind] as AuditKind).page;
  return object === null || !page || /\.(delete|end|remove)$/.test(action) ? null : page(object);
}
