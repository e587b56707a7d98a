import { type Html, html, page } from '../lib/html.ts';
import type { Mail } from './mailbox.ts';

const moment = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
});
const when = (mail: Mail): string => moment.format(new Date(mail.receivedAt));

const wrap = (title: string, body: Html): string => page({ title, label: 'E-mail', body });

/** All mails, newest first. */
export function listPage(mails: Mail[]): string {
  const rows = mails.map(
    (mail) => html`<tr><td>${when(mail)}</td><td>${mail.to.join(', ')}</td>
<td><a href="/mails/${mail.id}">${mail.subject || '(sem assunto)'}</a></td></tr>`,
  );
  if (rows.length === 0) return wrap('Caixa de entrada', html`<p class="soft">Nenhum e-mail chegou ainda.</p>`);
  const table = html`<div class="scroll"><table aria-label="E-mails"><tr><th>Quando</th><th>Para</th><th>Assunto</th></tr>${rows}</table></div>`;
  return wrap('Caixa de entrada', table);
}

/** The http addresses in a text, each once. */
function linksIn(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [];
  return [...new Set(found.map((link) => link.replace(/[.,;:!?]+$/, '')))];
}

/** One mail: its text, its links, and the HTML part in a frame that runs no script. */
export function mailPage(mail: Mail): string {
  const links = linksIn(mail.text);
  const body = html`<p><a href="/">Voltar à caixa de entrada</a></p>
<p><small>De ${mail.from} para ${mail.to.join(', ')}, ${when(mail)}</small></p>
<h2>Texto</h2><p style="white-space:pre-wrap;overflow-wrap:anywhere">${mail.text || '(sem texto)'}</p>
${links.length > 0 && html`<h2>Links</h2><ul aria-label="Links">${links.map((link) => html`<li><a href="${link}" rel="noreferrer">${link}</a></li>`)}</ul>`}
${mail.html !== null && html`<h2>HTML</h2><iframe title="Mensagem em HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${mail.id}/html" style="width:100%;height:36rem;border:1px solid var(--line);border-radius:9px;background:#fff"></iframe>`}
${mail.attachments.length > 0 && html`<h2>Anexos</h2><ul>${mail.attachments.map((file) => html`<li>${file.filename ?? 'sem nome'} <small>(${file.mimeType}, ${file.size} bytes)</small></li>`)}</ul>`}`;
  return wrap(mail.subject || '(sem assunto)', body);
}

/** The policy of a mail's raw HTML: no script, only pictures are loaded, links open outside. */
export const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; base-uri 'self'";
