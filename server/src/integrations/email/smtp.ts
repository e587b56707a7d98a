import nodemailer from 'nodemailer';

/** One message, ready to leave. Addresses are bare; nothing in it holds a line break where headers are made of it. */
export interface Message {
  /** Stable over repeats, so that a mail sent twice after a crash can be told to be one. */
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * What became of it. `later`: nothing was delivered, or nobody knows; the same message may be tried again.
 * `refused`: this address or this message will not be taken, now or later.
 */
export type MailOutcome = { state: 'sent' } | { state: 'later' | 'refused'; problem: string };

export interface Mailer {
  send(message: Message): Promise<MailOutcome>;
}

/** Ours to repair, whatever the code: credentials, TLS, the connection itself. */
const OURS = new Set(['EAUTH', 'ETLS', 'EDNS', 'ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EPROTOCOL']);

/** A mail server at `smtp://user:password@host:port`. Each mail has its own connection, so nothing is left open when
 * the process ends. */
export function createMailer(smtpUrl: string): Mailer {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, from, to, subject, text, html }) {
      const domain = from.slice(from.lastIndexOf('@') + 1).replace(/>\s*$/, '');
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { state: 'sent' };
      } catch (error) {
        const { code = '', responseCode = 0, message } = error as Error & { code?: string; responseCode?: number };
        const refused = responseCode >= 500 && responseCode < 600 && !OURS.has(code);
        return { state: refused ? 'refused' : 'later', problem: `${code} ${message}`.slice(0, 300) };
      }
    },
  };
}
