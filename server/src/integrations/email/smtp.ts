import { isIP } from 'node:net';
import nodemailer from 'nodemailer';

/** A file that goes with a message. Its name is ours, never typed by anybody. */
export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** One message, ready to be sent. Addresses are bare, and no header value holds a line break. */
interface Message {
  /** The same for every repeat, so that a mail sent twice after a crash can be recognised. */
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: Attachment[];
  /** Where a mail program ends this kind of mail with one POST (RFC 8058). Only for mails that can be ended. */
  unsubscribe?: string | undefined;
}

/**
 * The result. `later`: nothing was delivered, or nobody knows; the same message may be tried again.
 * `refused`: this address or message is refused for good; `mailbox` says that the address is the reason.
 */
type MailOutcome =
  | { state: 'sent' }
  | { state: 'later'; problem: string }
  | { state: 'refused'; problem: string; mailbox: boolean };

export interface Mailer {
  send(message: Message): Promise<MailOutcome>;
}

/**
 * How a mail server is reached. `smtps`: encrypted from the first byte. Otherwise STARTTLS, which `requireTLS` makes
 * a must.
 */
export interface SmtpSettings {
  host: string;
  port: number;
  secure: boolean;
  requireTLS: boolean;
  auth: { user: string; pass: string } | undefined;
}

/** Whether a host is this machine: only here may mails travel unencrypted. */
function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host === 'localhost' || host.endsWith('.localhost');
}

/**
 * The settings of an address `smtp://user:password@host:port` or `smtps://…`. Everything after the host is ignored,
 * so no part of the address can turn encryption off.
 */
export function smtpSettings(smtpUrl: string): SmtpSettings {
  const url = new URL(smtpUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isLoopback(host),
    auth: user ? { user, pass: decodeURIComponent(url.password) } : undefined,
  };
}

/** Errors that we must repair, with any reply code: credentials, TLS, the connection. */
const OURS = new Set(['EAUTH', 'ETLS', 'EDNS', 'ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EPROTOCOL']);
/** The mailbox does not exist or is closed (RFC 3463). Other classes are about us, the message or space. */
const NO_MAILBOX = /\b5\.(?:1\.\d+|2\.1)\b/;
const ENHANCED = /\b5\.\d+\.\d+\b/;
/**
 * The same for a reply without such a code: unknown, not local, or an impossible name (RFC 5321, 4.2.3). 552 and 554
 * may be about us.
 */
const UNKNOWN = new Set([550, 551, 553]);

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  command?: string;
  response?: string;
}

function outcomeOf(error: unknown): MailOutcome {
  const { code = '', responseCode = 0, command = '', response = '', message } = error as SmtpError;
  const problem = `${code} ${message}`.slice(0, 300);
  if (responseCode < 500 || responseCode > 599 || OURS.has(code)) return { state: 'later', problem };
  const mailbox =
    command === 'RCPT TO' && (NO_MAILBOX.test(response) || (UNKNOWN.has(responseCode) && !ENHANCED.test(response)));
  return { state: 'refused', problem, mailbox };
}

/** Sends by one mail server. Each mail has its own connection, so none stays open when the process ends. */
export function createMailer(settings: SmtpSettings): Mailer {
  const transport = nodemailer.createTransport({
    ...settings,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, from, to, subject, text, html, attachments, unsubscribe }) {
      const domain = from.slice(from.lastIndexOf('@') + 1).replace(/>\s*$/, '');
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(attachments && { attachments }),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
        return { state: 'sent' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}
