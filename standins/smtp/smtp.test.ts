import net from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SmtpStandin, startSmtp } from './smtp.ts';

let smtp: SmtpStandin;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.close());
beforeEach(() => smtp.control.reset());

const lines = (...all: string[]): string => all.join('\r\n');

const MESSAGE = lines(
  'From: =?utf-8?Q?Cidade_S=C3=A3o_Jo=C3=A3o?= <loja@vitrine.localhost>',
  'To: ana@exemplo.com.br',
  'Subject: =?utf-8?Q?Confirma=C3=A7=C3=A3o_do_pedido?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="m"',
  '',
  '--m',
  'Content-Type: multipart/alternative; boundary="a"',
  '',
  '--a',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Ol=C3=A1! Veja http://vitrine.localhost:3000/verify?token=3Dabc.',
  '--a',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Oi <script>alert(1)</script></p>',
  '--a--',
  '--m',
  'Content-Type: application/pdf; name="recibo.pdf"',
  'Content-Disposition: attachment; filename="recibo.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  'JVBERg==',
  '--m--',
);

/** Speaks SMTP line by line. Returns the codes of all replies; stops at the first refusal. */
function deliver(recipients: string[], message = MESSAGE): Promise<number[]> {
  const steps = [
    'EHLO test.localhost',
    'MAIL FROM:<loja@vitrine.localhost>',
    ...recipients.map((address) => `RCPT TO:<${address}>`),
    'DATA',
    `${message.replace(/^\./gm, '..')}\r\n.`,
    'QUIT',
  ];
  return new Promise((resolve, reject) => {
    const codes: number[] = [];
    const socket = net.connect(smtp.port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', reject);
    socket.on('close', () => resolve(codes));
    socket.on('data', (chunk: string) => {
      text += chunk;
      const last = text.trimEnd().split('\r\n').at(-1) ?? '';
      if (!text.endsWith('\r\n') || !/^\d{3} /.test(last)) return;
      text = '';
      codes.push(Number(last.slice(0, 3)));
      const step = Number(last[0]) >= 4 ? undefined : steps.shift();
      if (step === undefined) socket.end();
      else socket.write(`${step}\r\n`);
    });
  });
}

test('receives a mail and gives its parts decoded', async () => {
  const arrived = smtp.control.waitFor('ANA@exemplo.com.br', 'Confirmação');
  expect(await deliver(['Ana@exemplo.com.br', 'copia@exemplo.com.br'])).toEqual([
    220, 250, 250, 250, 250, 354, 250, 221,
  ]);
  expect(await arrived).toMatchObject({
    from: 'Cidade São João <loja@vitrine.localhost>',
    envelopeFrom: 'loja@vitrine.localhost',
    to: ['ana@exemplo.com.br', 'copia@exemplo.com.br'],
    subject: 'Confirmação do pedido',
    text: expect.stringContaining('Olá! Veja http://vitrine.localhost:3000/verify?token=abc'),
    html: expect.stringContaining('<p>Oi'),
    attachments: [{ filename: 'recibo.pdf', mimeType: 'application/pdf', size: 4 }],
  });
});

test('lists by recipient over HTTP, newest first', async () => {
  await deliver(['a@exemplo.com.br']);
  await deliver(['b@exemplo.com.br'], MESSAGE.replace(/^Subject:.*$/m, 'Subject: Segundo'));
  const list = async (query: string) => (await fetch(`${smtp.webUrl}/__control/mails${query}`)).json();
  expect(await list('')).toMatchObject([{ subject: 'Segundo' }, { subject: 'Confirmação do pedido' }]);
  expect(await list('?to=b@exemplo.com.br')).toMatchObject([{ subject: 'Segundo' }]);
  expect(await list('?to=exemplo.com.br')).toEqual([]);
  await smtp.control.reset();
  expect(await list('')).toEqual([]);
});

test('shows mails on a page where nothing in them can run', async () => {
  await deliver(['ana@exemplo.com.br'], MESSAGE.replace('Ol=C3=A1', '<img src=x>'));
  const get = (path: string) => fetch(`${smtp.webUrl}${path}`);
  const [mail] = smtp.control.list();
  expect(await (await get('/')).text()).toContain('Confirmação do pedido');
  const view = await (await get(`/mails/${mail?.id}`)).text();
  expect(view).toContain('&lt;img src=x&gt;');
  expect(view).toContain('href="http://vitrine.localhost:3000/verify?token=abc"');
  expect(view).toContain('recibo.pdf');
  const inner = await get(`/mails/${mail?.id}/html`);
  const policy = inner.headers.get('content-security-policy') ?? '';
  expect(policy).toContain('sandbox');
  expect(policy).not.toContain('allow-scripts');
  expect((await get('/mails/999')).status).toBe(404);
});

test('defers, rejects and refuses on request, then works again', async () => {
  await smtp.control.setMode('451', 1);
  expect((await deliver(['ana@exemplo.com.br'])).at(-1)).toBe(451);
  expect((await deliver(['ana@exemplo.com.br'])).at(-1)).toBe(221);
  await smtp.control.setMode('550');
  expect((await deliver(['ana@exemplo.com.br'])).at(-1)).toBe(550);
  await smtp.control.setMode('refuse');
  await expect(deliver(['ana@exemplo.com.br'])).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  const answer = await fetch(`${smtp.webUrl}/__control/mode`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'accept' }),
  });
  expect(answer.status).toBe(200);
  expect((await deliver(['ana@exemplo.com.br'])).at(-1)).toBe(221);
  expect(smtp.control.list()).toHaveLength(2);
});

test('waiting for a mail that never comes ends', async () => {
  await expect(smtp.control.waitFor('x@y.z', undefined, 20)).rejects.toThrow('no mail');
});
