import PostalMime, { type Address } from 'postal-mime';

type MailAttachment = { filename: string | null; mimeType: string; size: number };

/** One received mail. `to` holds the envelope's recipients in lower case, with blind copies. */
export type Mail = {
  id: number;
  /** ISO 8601, by this machine's clock. */
  receivedAt: string;
  envelopeFrom: string;
  to: string[];
  /** The `From` header, `Name <address>`. */
  from: string;
  subject: string;
  text: string;
  html: string | null;
  /** Header names in lower case; a repeated one keeps its last value. */
  headers: Record<string, string>;
  attachments: MailAttachment[];
};

export type MailFilter = { to?: string; subject?: string };

const KEPT = 500;

const writeAddress = (address: Address | undefined): string => {
  if (!address) return '';
  if (!address.address) return address.name;
  return address.name ? `${address.name} <${address.address}>` : address.address;
};

const sizeOf = (content: string | ArrayBuffer | Uint8Array): number =>
  typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;

/** `to` compares whole addresses without case, `subject` any part of the subject. */
function fits(mail: Mail, { to, subject }: MailFilter): boolean {
  return (
    (to === undefined || mail.to.includes(to.toLowerCase())) &&
    (subject === undefined || mail.subject.includes(subject))
  );
}

/** The received mails, newest first; the oldest beyond 500 are dropped. */
export class Mailbox {
  #mails: Mail[] = [];
  #lastId = 0;
  readonly #listeners = new Set<() => void>();

  /** Parses and stores a message. Rejects when it is no MIME message. */
  async receive(envelopeFrom: string, recipients: string[], source: Buffer): Promise<Mail> {
    const parsed = await PostalMime.parse(source);
    this.#lastId += 1;
    const mail: Mail = {
      id: this.#lastId,
      receivedAt: new Date().toISOString(),
      envelopeFrom,
      to: recipients.map((address) => address.toLowerCase()),
      from: writeAddress(parsed.from),
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: parsed.html ?? null,
      headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])),
      attachments: parsed.attachments.map(({ filename, mimeType, content }) => ({
        filename,
        mimeType,
        size: sizeOf(content),
      })),
    };
    this.#mails = [mail, ...this.#mails].slice(0, KEPT);
    for (const listener of [...this.#listeners]) listener();
    return mail;
  }

  list(filter: MailFilter = {}): Mail[] {
    return this.#mails.filter((mail) => fits(mail, filter));
  }

  find(id: number): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  clear(): void {
    this.#mails = [];
  }

  /** Resolves with the newest matching mail, at once or when it arrives. Rejects after `timeoutMs`. */
  waitFor(filter: MailFilter, timeoutMs: number): Promise<Mail> {
    const [present] = this.list(filter);
    if (present) return Promise.resolve(present);
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.#listeners.delete(look);
      };
      const look = (): void => {
        const [mail] = this.list(filter);
        if (!mail) return;
        finish();
        resolve(mail);
      };
      const timer = setTimeout(() => {
        finish();
        reject(new Error(`no mail ${JSON.stringify(filter)} within ${timeoutMs} ms`));
      }, timeoutMs);
      this.#listeners.add(look);
    });
  }
}
