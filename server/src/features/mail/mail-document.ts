import { cleanLine } from '@vitrine/contract/names';

/** What a mail says. Its text form and its HTML form are made of it. */
export interface MailDocument {
  title: string;
  paragraphs: string[];
  /** The one thing that the reader can do. `url` is an http(s) address of ours. */
  button?: { label: string; url: string };
  /** Name and value, one below the other. */
  facts?: [name: string, value: string][];
  /** Smaller, below the button. */
  notes?: string[];
  /** The sender, and why this person gets the mail. */
  footer: string;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Every text passes here on its way into the HTML, because people typed some of it. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
}

/** One line for a header. Control and invisible characters go, so that a typed text cannot begin another header. */
export function headerLine(text: string): string {
  return cleanLine(text).slice(0, 200);
}

/** Both forms with one more line: the link that ends this kind of mail. */
export function withUnsubscribeLink(
  { text, html }: { text: string; html: string },
  page: string,
): { text: string; html: string } {
  const words = 'Não quero mais receber este tipo de e-mail';
  const line =
    `<p style="max-width:560px;margin:8px auto 0;font-size:12px"><a href="${escapeHtml(safeUrl(page))}" ` +
    `style="color:#5b6072">${words}</a></p>`;
  return { text: `${text}\n${words}: ${page}\n`, html: html.replace('</td></tr></table></body>', `${line}$&`) };
}

/** The text form, for mail programs that show no HTML. */
export function mailText({ title, paragraphs, button, facts = [], notes = [], footer }: MailDocument): string {
  const blocks = [
    title,
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    button ? `${button.label}:\n${button.url}` : '',
    ...notes,
    `--\n${footer}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/** Only web addresses become links; anything else would be a mistake of ours or an attack. */
function safeUrl(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('a mail links to web addresses only');
  return href;
}

const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The HTML form. Mail programs need tables and inline styles. It loads nothing, so it has no pictures. */
export function mailHtml({ title, paragraphs, button, facts = [], notes = [], footer }: MailDocument): string {
  const text = (value: string, style: string) =>
    `<p style="${style}">${escapeHtml(value).replaceAll('\n', '<br>')}</p>`;
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:6px 12px 6px 0;color:#5b6072">${escapeHtml(name)}</td>` +
      `<td style="padding:6px 0;text-align:right"><strong>${escapeHtml(value)}</strong></td></tr>`,
  );
  const link = button && escapeHtml(safeUrl(button.url));
  const body = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((paragraph) => text(paragraph, 'margin:0 0 14px;line-height:1.6')),
    rows.length > 0 ? `<table role="presentation" width="100%" style="margin:0 0 18px">${rows.join('')}</table>` : '',
    button
      ? `<p style="margin:22px 0"><a href="${link}" style="display:inline-block;padding:12px 22px;border-radius:8px;` +
        `background:#5b21b6;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(button.label)}</a></p>` +
        `<p style="margin:0 0 14px;font-size:13px;color:#5b6072;word-break:break-all">Se o botão não abrir, copie: ${link}</p>`
      : '',
    ...notes.map((note) => text(note, 'margin:0 0 10px;font-size:14px;line-height:1.5;color:#5b6072')),
  ];
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f3f2f8;color:#1b1c25;${FONT};font-size:16px">
<table role="presentation" width="100%"><tr><td align="center">
<table role="presentation" width="100%" style="max-width:560px;background:#ffffff;border-radius:12px"><tr><td style="padding:32px">
${body.filter(Boolean).join('\n')}
</td></tr></table>
<p style="max-width:560px;margin:16px auto 0;font-size:12px;color:#5b6072">${escapeHtml(footer)}</p>
</td></tr></table></body></html>
`;
}
