import type { FastifyInstance, FastifyReply } from 'fastify';
import QRCode from 'qrcode';
import { html, page, raw } from '../lib/html.ts';
import { returnUrl } from './checkout.ts';
import type { Ledger } from './ledger.ts';
import type { Payment } from './model.ts';
import { LABEL, reais, statusText, when } from './page-texts.ts';
import type { State } from './state.ts';

/** `ticket_url`: the code of one Pix payment, with a button that acts as the bank's app. */
export function registerPixPage(app: FastifyInstance, state: State, ledger: Ledger): void {
  const show = async (reply: FastifyReply, payment: Payment, notice: string | null = null): Promise<FastifyReply> => {
    const preference = payment.preferenceId === null ? undefined : state.preferences.get(payment.preferenceId);
    const back = preference ? returnUrl(preference, payment) : null;
    const code = payment.qrCode ?? '';
    const picture = raw(await QRCode.toString(code, { type: 'svg', errorCorrectionLevel: 'M', margin: 4, width: 240 }));
    const open = html`
      <p role="img" aria-label="QR Code do Pix">${picture}</p>
      <p><label>Pix copia e cola<br><textarea readonly rows="4" cols="60">${code}</textarea></label></p>
      <p class="soft">Vence em ${when(payment.expiresAt ?? 0)}</p>
      <form method="post" action="/pix/${payment.id}"><button>Pagar no aplicativo do banco</button></form>`;
    const body = html`<p class="strong" role="status">${statusText(payment)}</p>
      <p>${payment.description ?? 'Cobrança'}: ${reais(payment.amount)}</p>
      ${notice && html`<p class="notice">${notice}</p>`}
      ${payment.status === 'pending' && open}
      ${back !== null && html`<p><a class="button" href="${back}">Voltar para a loja</a></p>`}`;
    const status = notice ? 409 : 200;
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(page({ title: 'Pagar com Pix', label: LABEL, body }));
  };
  const find = (id: string): Payment | undefined => {
    const payment = state.payments.get(id);
    return payment?.qrCode ? payment : undefined;
  };
  const missing = (reply: FastifyReply): FastifyReply =>
    reply
      .code(404)
      .type('text/html; charset=utf-8')
      .send(page({ title: 'Pix não encontrado', label: LABEL, body: html`<p>Confira o endereço.</p>` }));

  app.get<{ Params: { id: string } }>('/pix/:id', async (request, reply) => {
    const payment = find(request.params.id);
    return payment ? show(reply, payment) : missing(reply);
  });

  app.post<{ Params: { id: string } }>('/pix/:id', async (request, reply) => {
    const payment = find(request.params.id);
    if (!payment) return missing(reply);
    if (payment.status !== 'pending') return show(reply, payment, 'O banco recusou: este Pix não pode mais ser pago.');
    ledger.move(payment, 'approve');
    return reply.redirect(`/pix/${payment.id}`, 303);
  });
}
