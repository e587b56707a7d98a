import { formatDateTime } from '@vitrine/contract/dates';
import { z } from 'zod';
import { AUTOMATIC, accountMail, greeting, link, warning } from './define-mail.ts';

/** The mails to the owner of an account, or to whoever may become one. */

const IGNORE = 'Se não foi você, ignore este e-mail: nada muda na sua conta.';

/** Warns of a change of password, e-mail, second factor or linked login, and says what to do if it was somebody else. */
const Change = z.object({ name: z.string(), what: z.string(), forgotUrl: link });
const change = {
  data: Change,
  subject: () => 'Alteração de segurança na sua conta Vitrine',
  document: ({ name, what, forgotUrl }: z.output<typeof Change>) => ({
    title: 'Sua conta foi alterada',
    paragraphs: [greeting(name), what],
    notes: [`Se não foi você, crie uma nova senha agora: ${forgotUrl}`],
    footer: AUTOMATIC,
  }),
};

const reset = {
  data: z.object({ name: z.string(), url: link }),
  subject: () => 'Crie uma nova senha na Vitrine',
};
const resetWords = (name: string, url: string, ...notes: string[]) => ({
  title: 'Nova senha',
  paragraphs: [
    greeting(name),
    'Use o botão abaixo para criar uma nova senha. Todos os aparelhos conectados sairão da conta.',
    ...notes,
  ],
  button: { label: 'Criar nova senha', url },
  notes: ['O link vale por 1 hora e funciona uma vez.', IGNORE],
  footer: AUTOMATIC,
});

const stages = {
  started: {
    subject: 'Pedido para desligar a verificação em duas etapas',
    title: 'Alguém pediu para desligar a verificação em duas etapas',
    text: (when: string) =>
      `Com a senha da sua conta (ou um login vinculado), alguém disse que perdeu o celular e os códigos. Em ${when} enviamos a este e-mail um link que desliga a verificação.`,
  },
  halfway: {
    subject: 'A verificação em duas etapas será desligada em breve',
    title: 'Metade do prazo já passou',
    text: (when: string) =>
      `O pedido para desligar a verificação em duas etapas continua de pé. Em ${when} enviamos o link que a desliga.`,
  },
  ready: {
    subject: 'Desligue agora a verificação em duas etapas',
    title: 'O prazo terminou',
    text: () => 'Use o botão abaixo para desligar a verificação em duas etapas. Depois, entre só com a senha.',
  },
} as const;

export const accountMails = {
  /** Its link proves that the address is the person's. */
  verify_email: accountMail({
    reserve: 'registration',
    data: z.object({ name: z.string(), url: link }),
    subject: () => 'Confirme seu e-mail na Vitrine',
    document: ({ name, url }) => ({
      title: 'Confirme seu e-mail',
      paragraphs: [
        greeting(name),
        'Confirme que este e-mail é seu para vender, receber pagamentos e convidar sua equipe. Você precisa estar na sua conta, ou digitar a senha dela.',
      ],
      button: { label: 'Confirmar e-mail', url },
      notes: ['O link vale por 24 horas.', IGNORE],
      footer: AUTOMATIC,
    }),
  }),

  /** Somebody registered an address that has an account. Only the account's owner learns of it, by this mail. */
  already_registered: accountMail({
    reserve: 'registration',
    data: z.object({ name: z.string(), loginUrl: link, forgotUrl: link }),
    subject: () => 'Você já tem uma conta na Vitrine',
    document: ({ name, loginUrl, forgotUrl }) => ({
      title: 'Você já tem uma conta',
      paragraphs: [
        greeting(name),
        'Recebemos um cadastro com este e-mail, mas ele já tem uma conta. Nenhuma conta nova foi criada.',
        `Esqueceu a senha? Crie outra em ${forgotUrl}`,
      ],
      button: { label: 'Entrar', url: loginUrl },
      notes: [IGNORE],
      footer: AUTOMATIC,
    }),
  }),

  password_reset: accountMail({
    reserve: 'access',
    despiteBounce: true,
    ...reset,
    document: ({ name, url }) => resetWords(name, url),
  }),

  /** The account never proved the address, so the address may be a stranger's. The account ends with the reset. */
  unproven_reset: accountMail({
    reserve: 'registration',
    ...reset,
    document: ({ name, url }) =>
      resetWords(
        name,
        url,
        'Atenção: ninguém confirmou este e-mail até hoje. Com a nova senha a conta começa de novo: o que foi criado nela antes, lojas inclusive, é encerrado. Se foi você quem criou e lembra da senha, entre e confirme o e-mail em vez de usar este link.',
      ),
  }),

  security: accountMail({ reserve: 'security', ...warning, ...change }),
  email_changed: accountMail({ reserve: 'email', ...warning, ...change }),
  factor_changed: accountMail({ reserve: 'factor', ...warning, ...change }),

  /** To the former address of an account. Its link takes the account back to this address. */
  email_restore: accountMail({
    reserve: 'email',
    ...warning,
    data: z.object({ name: z.string(), email: z.string(), url: link }),
    subject: () => 'O e-mail da sua conta Vitrine foi trocado',
    document: ({ name, email, url }) => ({
      title: 'O e-mail da sua conta foi trocado',
      paragraphs: [greeting(name), `O e-mail da sua conta foi trocado para ${email}.`],
      button: { label: 'Não fui eu: voltar ao meu e-mail', url },
      notes: [
        'O link vale por 72 horas e funciona uma vez: a conta volta para este e-mail, todos os aparelhos saem dela e você cria uma nova senha.',
        'Se foi você, não precisa fazer nada.',
      ],
      footer: AUTOMATIC,
    }),
  }),

  /** The three mails of a second factor's recovery. Each has the link `cancel`; the last one also has the link `finish`. */
  factor_recovery: accountMail({
    reserve: 'factor',
    ...warning,
    data: z.object({
      name: z.string(),
      stage: z.enum(['started', 'halfway', 'ready']),
      readyAt: z.iso.datetime(),
      cancel: link,
      finish: link.nullable(),
    }),
    subject: ({ stage }) => stages[stage].subject,
    document: ({ name, stage, readyAt, cancel, finish }) => ({
      title: stages[stage].title,
      paragraphs: [greeting(name), stages[stage].text(formatDateTime(readyAt))],
      button: finish
        ? { label: 'Desligar a verificação', url: finish }
        : { label: 'Não fui eu: cancelar', url: cancel },
      notes: [
        finish
          ? `O link vale por 3 dias e funciona uma vez. Não foi você? Cancele: ${cancel}`
          : 'Se foi você, não precisa fazer nada. Se achar o celular, é só entrar com o código: o pedido é cancelado.',
        'Se não foi você, alguém sabe a sua senha: cancele e crie outra.',
      ],
      footer: AUTOMATIC,
    }),
  }),

  /** The last mail that an account gets. */
  account_deleted: accountMail({
    reserve: 'security',
    ...warning,
    data: z.object({ name: z.string() }),
    subject: () => 'Sua conta Vitrine foi excluída',
    document: ({ name }) => ({
      title: 'Sua conta foi excluída',
      paragraphs: [
        greeting(name),
        'Seu nome, e-mail e acessos foram apagados, e você saiu das equipes de que fazia parte.',
      ],
      notes: ['Não dá para desfazer. Se quiser voltar, é só criar uma conta nova.'],
      footer: AUTOMATIC,
    }),
  }),
};
