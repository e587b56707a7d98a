import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html, page } from '../lib/html.ts';
import { HOLDERS, type Means, offers, payPreference, returnsByItself, returnUrl } from './checkout.ts';
import type { Ledger } from './ledger.ts';
import type { Payment, Preference } from './model.ts';
import { LABEL, reais, statusText } from './page-texts.ts';
import { totalOf } from './preference-input.ts';
import { isClosed } from './preference-routes.ts';
import type { State } from './state.ts';
import { fieldsOf, listOf } from './values.ts';

const send = (reply: FastifyReply, status: number, title: string, body: Html): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(page({ title, label: LABEL, body }));

function backLink(preference: Preference, payment: Payment | null): Html | null {
  const url = returnUrl(preference, payment);
  return url === null
    ? html`<p class="soft">Esta cobrança não informa um endereço de volta para a loja.</p>`
    : html`<p><a class="button" href="${url}">Voltar para a loja</a></p>`;
}

function choices(state: State, preference: Preference): Html {
  const action = `/checkout/v1/redirect?pref_id=${preference.id}`;
  const button = (means: string, label: string, extra: Html | null = null, quiet = false): Html => html`
    <form method="post" action="${action}"><input type="hidden" name="means" value="${means}">${extra}
    <button class="${quiet ? 'quiet' : ''}">${label}</button></form>`;
  const holder = (name: string): Html => html`<input type="hidden" name="holder" value="${name}">`;
  const cards = html`<h2>Cartão de crédito</h2>
    ${button('card', 'Pagar com cartão aprovado', holder('APRO'))}
    ${button('card', 'Cartão recusado', holder('OTHE'), true)}
    ${button('card', 'Cartão em análise', holder('CONT'), true)}
    ${button(
      'card',
      'Pagar como este titular',
      html`<label>Nome do titular <select name="holder">${Object.entries(HOLDERS).map(
        ([name, { label }]) => html`<option value="${name}">${name} (${label})</option>`,
      )}</select></label> `,
      true,
    )}`;
  return html`
    ${offers(state, preference, 'card') && cards}
    <h2>Outros meios</h2>
    ${offers(state, preference, 'pix') && button('pix', 'Pagar com Pix')}
    ${button('balance', 'Pagar com saldo do Mercado Pago')}
    ${offers(state, preference, 'ticket') && button('ticket', 'Gerar boleto', null, true)}
    <h2>Outros caminhos</h2>
    ${button('twice', 'Pagar duas vezes', null, true)}
    ${button('leave', 'Sair sem pagar', null, true)}`;
}

function result(payment: Payment, preference: Preference): Html {
  return html`<p class="strong">${statusText(payment)}</p>
    <p>Pagamento ${payment.id}, ${reais(payment.amount)}</p>
    <p class="soft">${payment.statusDetail}</p>
    ${
      payment.status === 'rejected' &&
      html`<p><a href="/checkout/v1/redirect?pref_id=${preference.id}">Tentar com outro meio</a></p>`
    }
    ${backLink(preference, payment)}`;
}

/** The payment pages of a preference or a manual order. */
export function registerCheckoutPages(app: FastifyInstance, state: State, ledger: Ledger): void {
  /** The open preference of the query. Otherwise it answers why there is none. */
  const open = (id: unknown, reply: FastifyReply): Preference | null => {
    const preference = state.preferences.get(String(id));
    if (!preference) {
      const body = html`<p>Confira o link com quem enviou a cobrança.</p>`;
      send(reply, 404, 'Link de pagamento não encontrado', body);
      return null;
    }
    if (isClosed(state, preference)) {
      send(reply, 410, 'Este link de pagamento expirou', html`${backLink(preference, null)}`);
      return null;
    }
    return preference;
  };

  app.get('/checkout/v1/redirect', async (request, reply) => {
    const preference = open(fieldsOf(request.query).pref_id, reply);
    if (!preference) return reply;
    const seller = state.sellerById(preference.sellerId);
    const lines = listOf(preference.body.items).map((item) => {
      const { title, quantity } = fieldsOf(item);
      return html`<li>${quantity} × ${title}</li>`;
    });
    const body = html`<p>${seller?.nickname}</p><ul>${lines}</ul>
      <p class="strong">${reais(totalOf(preference.body))}</p>${choices(state, preference)}`;
    return send(reply, 200, 'Como você quer pagar?', body);
  });

  app.post('/checkout/v1/redirect', async (request, reply) => {
    const preference = open(fieldsOf(request.query).pref_id, reply);
    if (!preference) return reply;
    const { means, holder } = fieldsOf(request.body);
    if (means === 'leave') {
      const url = returnUrl(preference, null);
      return url === null ? send(reply, 200, 'Você saiu sem pagar', html``) : reply.redirect(url, 303);
    }
    if (means === 'twice') {
      const twice: Means = offers(state, preference, 'card') ? 'card' : 'balance';
      payPreference(state, ledger, preference, twice, 'APRO');
      const second = payPreference(state, ledger, preference, twice, 'APRO');
      return finish(reply, preference, second);
    }
    const known = means === 'card' || means === 'pix' || means === 'balance' || means === 'ticket';
    if (!known || !offers(state, preference, means)) {
      return send(reply, 400, 'Meio de pagamento indisponível', html`<p>A loja não aceita este meio.</p>`);
    }
    const payment = payPreference(state, ledger, preference, means, String(holder ?? ''));
    return means === 'pix' ? reply.redirect(`/pix/${payment.id}`, 303) : finish(reply, preference, payment);
  });

  const finish = (reply: FastifyReply, preference: Preference, payment: Payment): FastifyReply => {
    const url = returnsByItself(preference, payment) ? returnUrl(preference, payment) : null;
    if (url !== null) return reply.redirect(url, 303);
    return send(reply, 200, 'Resultado do pagamento', result(payment, preference));
  };
}
