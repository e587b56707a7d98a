import { alertKinds } from '@vitrine/contract/alert-kinds';
import type { Alert } from '@vitrine/contract/alerts';
import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import type { JunkWave } from '@vitrine/contract/orders';
import type { Permission } from '@vitrine/contract/permissions';
import type { StoreHealth } from './queries.ts';

/** Writes names as in a sentence: `A, B e C`. */
const sentenceList = new Intl.ListFormat('pt-BR');

const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/**
 * The permission that sees each problem: usually the one that can solve it. All members see that the city is away, because players
 * ask all of them.
 */
const neededPermission = {
  payment_token: 'store.connect',
  payment_account: 'store.connect',
  uncertain: 'deliveries.repair',
  failed: 'deliveries.repair',
  unfit: 'catalog.edit',
  low_stock: 'catalog.edit',
  payment_flag: 'orders.read',
  approvals: 'orders.read',
  money_waits: 'orders.refund',
  junk_wave: 'orders.refund',
  server_away: 'store.read',
  discord: 'store.connect',
  server_waiting: alertKinds.server_waiting.permission,
  queue_growing: alertKinds.queue_growing.permission,
  discord_stopped: alertKinds.discord_stopped.permission,
} as const satisfies Record<string, Permission>;

type Attention = DashboardAnswer['attention'][number] & { kind: keyof typeof neededPermission };

/** Alerts that only their table knows; the other problems are counted at this moment. */
function standing(alerts: readonly Alert[], kind: 'server_waiting' | 'queue_growing' | 'discord_stopped'): Attention[] {
  const [first, ...others] = alerts.filter((alert) => alert.kind === kind && alert.state === 'open');
  return first ? [{ kind, text: first.text, href: first.href, count: others.length + 1 }] : [];
}

/**
 * The strip "Precisa de você": the problems that the caller may see, most urgent first. Empty without problems (LOOK.md,
 * Panel).
 */
export function attentionOf(
  health: StoreHealth & { low_stock: number },
  unfit: readonly { id: string; name: string }[],
  wave: JunkWave | null,
  alerts: readonly Alert[],
  may: (permission: Permission) => boolean,
): DashboardAnswer['attention'] {
  const items: Attention[] = [];
  if (health.payment_problem) {
    items.push({
      kind: 'payment_token',
      text: 'O Mercado Pago recusou o token da loja. Ninguém consegue pagar.',
      href: '/config?tab=pagamentos',
      count: 1,
    });
  }
  items.push(...standing(alerts, 'server_waiting'));
  if (wave) items.push({ kind: 'junk_wave', text: `${wave.text}.`, href: '/orders', count: wave.orders });
  if (health.payment_account) {
    items.push({
      kind: 'payment_account',
      text: `A conta ${health.payment_account} do Mercado Pago é nova. Confira se é da loja.`,
      href: '/config?tab=pagamentos',
      count: 1,
    });
  }
  if (health.uncertain > 0) {
    items.push({
      kind: 'uncertain',
      text: plural(health.uncertain, 'entrega incerta espera a sua decisão', 'entregas incertas esperam a sua decisão'),
      href: '/orders?deliveries=uncertain',
      count: health.uncertain,
    });
  }
  if (health.failed > 0) {
    items.push({
      kind: 'failed',
      text: plural(health.failed, 'entrega falhou', 'entregas falharam'),
      href: '/orders?deliveries=failed',
      count: health.failed,
    });
  }
  const [first] = unfit;
  if (first) {
    const quoted = unfit.slice(0, 3).map(({ name }) => `“${name}”`);
    const rest = unfit.length - quoted.length;
    const names = sentenceList.format(
      rest > 0 ? [...quoted, plural(rest, 'outro produto', 'outros produtos')] : quoted,
    );
    items.push({
      kind: 'unfit',
      text: `${names}: uma ação não pode mais ser executada como está. Veja o motivo no produto e corrija.`,
      // The list of products marks each of them.
      href: unfit.length === 1 ? `/products/edit/${first.id}` : '/products',
      count: unfit.length,
    });
  }
  if (health.flagged > 0) {
    items.push({
      kind: 'payment_flag',
      text: plural(health.flagged, 'pagamento precisa ser conferido', 'pagamentos precisam ser conferidos'),
      href: '/orders',
      count: health.flagged,
    });
  }
  if (health.approvals > 0) {
    items.push({
      kind: 'approvals',
      text: plural(health.approvals, 'pedido de aprovação espera', 'pedidos de aprovação esperam'),
      href: '/orders',
      count: health.approvals,
    });
  }
  if (health.money_waits > 0) {
    items.push({
      kind: 'money_waits',
      text: plural(
        health.money_waits,
        'desistência ou devolução espera a sua resposta',
        'desistências ou devoluções esperam a sua resposta',
      ),
      href: `/orders?order=${health.money_order}`,
      count: health.money_waits,
    });
  }
  if (health.server_seen && health.server_away) {
    const waiting = health.queued > 0 ? ` ${plural(health.queued, 'entrega espera', 'entregas esperam')} por ele.` : '';
    items.push({
      kind: 'server_away',
      text: `O servidor do jogo está fora do ar.${waiting}`,
      href: '/config?tab=servidores',
      count: health.queued,
    });
  }
  items.push(...standing(alerts, 'queue_growing'), ...standing(alerts, 'discord_stopped'));
  if (health.discord_problem) {
    items.push({
      kind: 'discord',
      text: 'O bot perdeu uma permissão ou saiu do servidor do Discord. O que foi vendido espera e continua sozinho.',
      href: '/config?tab=discord',
      count: 1,
    });
  }
  if (health.low_stock > 0) {
    items.push({
      kind: 'low_stock',
      text: plural(health.low_stock, 'produto está com estoque baixo', 'produtos estão com estoque baixo'),
      href: '/products?mark=low_stock',
      count: health.low_stock,
    });
  }
  return items.filter(({ kind }) => may(neededPermission[kind]));
}

/** First steps of a new store, until the first sale. Discord is a step if the plan includes it. The last step tries a whole purchase. */
export function checklistOf(health: StoreHealth, { discord }: { discord: boolean }): DashboardAnswer['checklist'] {
  if (health.sales) return [];
  const steps = [
    { key: 'product', text: 'Crie o primeiro produto', done: health.products > 0, href: '/products/create' },
    { key: 'payment', text: 'Conecte o Mercado Pago', done: health.payment_connected, href: '/config?tab=pagamentos' },
    { key: 'server', text: 'Conecte o servidor do jogo', done: health.server_seen, href: '/config?tab=servidores' },
    { key: 'discord', text: 'Conecte o Discord', done: health.discord_bound, href: '/config?tab=discord' },
    { key: 'legal', text: 'Preencha os dados legais', done: health.legal, href: '/config?tab=legal' },
    { key: 'rehearsal', text: 'Simule uma compra', done: health.rehearsed, href: '/products' },
  ];
  return steps.filter(({ key }) => key !== 'discord' || discord);
}
