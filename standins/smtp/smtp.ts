import { createApp, startServer } from '../lib/server.ts';
import { MailServer, MODES, type Mode } from './mail-server.ts';
import { type Mail, Mailbox, type MailFilter } from './mailbox.ts';
import { listPage, MAIL_POLICY, mailPage } from './pages.ts';

export type SmtpOptions = {
  /** Port of SMTP; 0 or undefined takes a free one. */
  port?: number;
  /** Port of the page and the control; 0 or undefined takes a free one. */
  webPort?: number;
};

type SmtpControl = {
  /** Newest first. `to` is a whole address, `subject` a part of the subject. */
  list(filter?: MailFilter): Mail[];
  /** The newest matching mail, at once or when it arrives. Rejects after `timeoutMs` (5000). */
  waitFor(to: string, subject?: string, timeoutMs?: number): Promise<Mail>;
  /** Forgets all mails and accepts again. */
  reset(): Promise<void>;
  /** Refuses connections, defers (`451`), rejects (`550`, `552`, `554`) `times` times, or offers `untrusted` TLS. */
  setMode(mode: Mode, times?: number): Promise<void>;
};

export type SmtpStandin = {
  /** `smtp://127.0.0.1:<port>`, the product's SMTP_URL. */
  url: string;
  port: number;
  /** Where people read the mails. */
  webUrl: string;
  control: SmtpControl;
  close(): Promise<void>;
};

const DEFAULT_WAIT_MS = 5000;

/** A mail server on 127.0.0.1 that stores mails and shows them on a page. It never sends one on. */
export async function startSmtp(options: SmtpOptions = {}): Promise<SmtpStandin> {
  const mailbox = new Mailbox();
  const server = new MailServer(mailbox);
  await server.listen(options.port ?? 0);
  const { port } = server;
  const control: SmtpControl = {
    list: (filter) => mailbox.list(filter),
    waitFor: (to, subject, timeoutMs = DEFAULT_WAIT_MS) => mailbox.waitFor({ to, subject }, timeoutMs),
    async reset() {
      mailbox.clear();
      await server.setMode('accept');
    },
    setMode: (mode, times) => server.setMode(mode, times),
  };

  const app = createApp();
  const HTML = 'text/html; charset=utf-8';
  app.get('/', async (_request, reply) => reply.type(HTML).send(listPage(mailbox.list())));
  app.get<{ Params: { id: string } }>('/mails/:id', async ({ params }, reply) => {
    const mail = mailbox.find(Number(params.id));
    if (!mail) return reply.code(404).type(HTML).send(listPage(mailbox.list()));
    return reply.type(HTML).send(mailPage(mail));
  });
  app.get<{ Params: { id: string } }>('/mails/:id/html', async ({ params }, reply) => {
    const mail = mailbox.find(Number(params.id));
    reply.code(mail?.html ? 200 : 404).header('content-security-policy', MAIL_POLICY);
    return reply.type(HTML).send(`<base target="_blank">${mail?.html ?? ''}`);
  });
  app.get<{ Querystring: MailFilter }>('/__control/mails', async ({ query }) => mailbox.list(query));
  app.post('/__control/reset', async () => {
    await control.reset();
    return { ok: true };
  });
  app.post<{ Body: { mode?: unknown; times?: unknown } | undefined }>('/__control/mode', async ({ body }, reply) => {
    const mode = MODES.find((each) => each === body?.mode);
    const times = body?.times;
    if (!mode || (times !== undefined && typeof times !== 'number')) {
      return reply.code(400).send({ message: `mode is one of ${MODES.join(', ')}, times a number` });
    }
    await control.setMode(mode, times);
    return { ok: true };
  });

  try {
    const web = await startServer(app, options.webPort);
    const close = async (): Promise<void> => {
      await Promise.all([web.close(), server.close()]);
    };
    return { url: `smtp://127.0.0.1:${port}`, port, webUrl: web.url, control, close };
  } catch (error) {
    await server.close();
    throw error;
  }
}
