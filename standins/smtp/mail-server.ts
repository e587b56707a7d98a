import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { Mailbox } from './mailbox.ts';

/**
 * How the server behaves. `accept`. `refuse`: nothing listens (ECONNREFUSED). `451`: each message is deferred after
 * its DATA. `550`: each recipient is unknown. `552`: each recipient is refused with only the number. `554`: each
 * recipient is refused by a policy about the sender. `untrusted`: STARTTLS is offered with a certificate that nobody
 * trusts.
 */
export const MODES = ['accept', 'refuse', '451', '550', '552', '554', 'untrusted'] as const;
export type Mode = (typeof MODES)[number];

const MAX_BYTES = 10_485_760;

const reply = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code });

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A real SMTP server on 127.0.0.1 that puts everything into the mailbox. */
export class MailServer {
  readonly #mailbox: Mailbox;
  #server: SMTPServer | undefined;
  #port = 0;
  #mode: Mode = 'accept';
  #offersTls = false;
  #left = Number.POSITIVE_INFINITY;

  constructor(mailbox: Mailbox) {
    this.#mailbox = mailbox;
  }

  get port(): number {
    return this.#port;
  }

  get mode(): Mode {
    return this.#mode;
  }

  /** Rejects when the port is used. Port 0 takes a free one, which stays the same after a `refuse`. */
  async listen(port: number): Promise<void> {
    const server = this.#make();
    await new Promise<void>((resolve, reject) => {
      server.server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.server.off('error', reject);
        resolve();
      });
    });
    // A client that hangs up in the middle is no error of ours.
    server.on('error', () => {});
    this.#port = (server.server.address() as AddressInfo).port;
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Changes the behaviour; `451`, `550`, `552` and `554` go back to `accept` after `times` refusals. */
  async setMode(mode: Mode, times = Number.POSITIVE_INFINITY): Promise<void> {
    this.#mode = mode;
    this.#left = times;
    const offersTls = mode === 'untrusted';
    if (mode === 'refuse' || offersTls !== this.#offersTls) await this.close();
    this.#offersTls = offersTls;
    if (mode !== 'refuse' && !this.#server) await this.listen(this.#port);
  }

  #refuses(mode: Mode): boolean {
    if (this.#mode !== mode) return false;
    this.#left -= 1;
    if (this.#left < 1) this.#mode = 'accept';
    return true;
  }

  #make(): SMTPServer {
    return new SMTPServer({
      name: 'mail.localhost',
      banner: 'Vitrine stand-in',
      // Without a trusted certificate STARTTLS only fails: `untrusted` shows that, all other modes stay unencrypted.
      disabledCommands: this.#offersTls ? [] : ['STARTTLS'],
      disableReverseLookup: true,
      authOptional: true,
      allowInsecureAuth: true,
      size: MAX_BYTES,
      closeTimeout: 100,
      onAuth: ({ username }, _session, done) => done(null, { user: username ?? 'anyone' }),
      onRcptTo: (_address, _session, done) => {
        if (this.#refuses('550')) done(reply(550, '5.1.1 User unknown'));
        else if (this.#refuses('552')) done(reply(552, 'Requested mail action aborted'));
        else if (this.#refuses('554')) done(reply(554, '5.7.1 Message refused by policy'));
        else done();
      },
      onData: (stream, { envelope }, done) => {
        this.#take(stream, envelope).then(
          (id) => done(null, `2.0.0 Ok: queued as ${id}`),
          (error: unknown) => done(error instanceof Error ? error : reply(451, '4.3.0 failed')),
        );
      },
    });
  }

  async #take(
    stream: SMTPServerDataStream,
    envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] },
  ): Promise<number> {
    const source = await readAll(stream);
    if (stream.sizeExceeded) throw reply(552, '5.3.4 Message too big');
    if (this.#refuses('451')) throw reply(451, '4.3.0 Try again later');
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    const recipients = envelope.rcptTo.map(({ address }) => address);
    const mail = await this.#mailbox.receive(from, recipients, source);
    return mail.id;
  }
}
