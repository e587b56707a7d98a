import type { FastifyInstance } from 'fastify';
import { type Html, html, page } from '../lib/html.ts';
import type { Control } from './control.ts';
import { ControlError } from './errors.ts';
import type { Ledger } from './ledger.ts';
import type { Payment, Seller } from './model.ts';
import { LABEL, reais, statusText, when } from './page-texts.ts';
import type { State } from './state.ts';
import { fieldsOf } from './values.ts';

const SHOWN = 25;

const ACTIONS = {
  approve: 'Aprovar pagamento',
  reject: 'Recusar pagamento',
  review: 'Pôr em análise',
  expire: 'Vencer pagamento',
  refund: 'Estornar pagamento',
  mediate: 'Abrir mediação',
  chargeback: 'Abrir chargeback',
} as const;
type Action = keyof typeof ACTIONS;
const isAction = (name: string): name is Action => Object.hasOwn(ACTIONS, name);

/** `/`: the sellers and their newest payments, each with its possible next steps. */
export function registerDeveloperPage(app: FastifyInstance, state: State, ledger: Ledger, control: Control): void {
  const possible = (payment: Payment, action: Action): boolean => {
    if (action === 'refund') return ledger.refundObstacle(payment, ledger.refundable(payment)) === null;
    return ledger.allows(payment, action) && !(action === 'chargeback' && payment.status === 'charged_back');
  };
  const row = (payment: Payment): Html => html`<tr>
    <td>${payment.id}<br><small>${payment.externalReference}</small></td>
    <td>${reais(payment.amount)}<br><small>${payment.methodId}</small></td>
    <td>${statusText(payment)}<br><small>${when(payment.updatedAt)}</small></td>
    <td>${(Object.keys(ACTIONS) as Action[])
      .filter((action) => possible(payment, action))
      .map(
        (action) => html`<form method="post" action="/__control/panel/${payment.id}/${action}">
          <button class="${action === 'approve' ? '' : 'quiet'}" aria-label="${ACTIONS[action]} ${payment.id}">${ACTIONS[action]}</button></form>`,
      )}${payment.qrCode && html`<a href="/pix/${payment.id}">Abrir o Pix</a>`}</td></tr>`;
  const section = (seller: Seller): Html => {
    const payments = control.payments({ sellerId: seller.userId }).slice(-SHOWN).reverse();
    const table = html`<div class="scroll"><table><thead><tr><th>Pagamento</th><th>Valor</th><th>Situação</th><th>O que acontece agora</th></tr></thead>
      <tbody>${payments.map(row)}</tbody></table></div>`;
    return html`<h2>${seller.nickname}</h2>
      <p class="soft">Conta ${seller.userId}, saldo ${reais(seller.balance)}, API ${seller.applicationType}</p>
      <p><label>Access token <code>${seller.token}</code></label></p>
      ${payments.length > 0 ? table : html`<p>Nenhum pagamento ainda.</p>`}`;
  };

  app.get('/', async (request, reply) => {
    const { recusa } = fieldsOf(request.query);
    const failed = control.deliveries().filter((delivery) => delivery.state === 'failed').length;
    const body = html`
      ${recusa !== undefined && html`<p class="notice" role="alert">Este pagamento não permite mais esta ação.</p>`}
      <p>Relógio: ${when(state.clock.now())}. Avisos sem resposta: ${failed}.</p>
      ${[...state.sellers.values()].map(section)}`;
    return reply.type('text/html; charset=utf-8').send(page({ title: 'Vendedores e pagamentos', label: LABEL, body }));
  });

  app.post<{ Params: { id: string; action: string } }>('/__control/panel/:id/:action', async (request, reply) => {
    const { id, action } = request.params;
    if (!isAction(action)) throw new ControlError(404, `no action ${action}`);
    try {
      control[action](id);
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      return reply.redirect('/?recusa=1', 303);
    }
    return reply.redirect('/', 303);
  });
}
