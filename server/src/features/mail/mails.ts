import type { MailDocument } from './mail-document.ts';
import type { MailKindName } from './mail-kinds.ts';
import { looksLikeLink, mailName } from './mail-names.ts';

/** A mail of the platform, pt-BR: kind, subject and document for `sendMail`. */
export interface Mail {
  kind: MailKindName;
  subject: string;
  document: MailDocument;
}

const PERSON_MAX = 60;
/** Without the name if it looks like a link: whoever registers a stranger's address chooses the name in the mail. */
export const greeting = (name: string) =>
  looksLikeLink(name) ? 'Olá!' : `Olá, ${mailName(name, '').slice(0, PERSON_MAX)}!`;

export const AUTOMATIC = 'Mensagem automática da Vitrine. Não responda a este e-mail.';
const IGNORE = 'Se não foi você, ignore este e-mail: nada muda na sua conta.';

/** Its link proves that the address is the person's. */
export function verificationMail(name: string, url: string): Mail {
  return {
    kind: 'verify_email',
    subject: 'Confirme seu e-mail na Vitrine',
    document: {
      title: 'Confirme seu e-mail',
      paragraphs: [
        greeting(name),
        'Confirme que este e-mail é seu para vender, receber pagamentos e convidar sua equipe. Você precisa estar na sua conta, ou digitar a senha dela.',
      ],
      button: { label: 'Confirmar e-mail', url },
      notes: ['O link vale por 24 horas.', IGNORE],
      footer: AUTOMATIC,
    },
  };
}

/** Somebody registered an address that has an account. Only the account's owner learns of it, by this mail. */
export function alreadyRegisteredMail(name: string, loginUrl: string, forgotUrl: string): Mail {
  return {
    kind: 'already_registered',
    subject: 'Você já tem uma conta na Vitrine',
    document: {
      title: 'Você já tem uma conta',
      paragraphs: [
        greeting(name),
        'Recebemos um cadastro com este e-mail, mas ele já tem uma conta. Nenhuma conta nova foi criada.',
        `Esqueceu a senha? Crie outra em ${forgotUrl}`,
      ],
      button: { label: 'Entrar', url: loginUrl },
      notes: [IGNORE],
      footer: AUTOMATIC,
    },
  };
}

/** `unproven`: the account never proved this address, and ends with the reset. */
export function resetMail(name: string, url: string, unproven: boolean): Mail {
  return {
    kind: unproven ? 'unproven_reset' : 'password_reset',
    subject: 'Crie uma nova senha na Vitrine',
    document: {
      title: 'Nova senha',
      paragraphs: [
        greeting(name),
        'Use o botão abaixo para criar uma nova senha. Todos os aparelhos conectados sairão da conta.',
        ...(unproven
          ? [
              'Atenção: ninguém confirmou este e-mail até hoje. Com a nova senha a conta começa de novo: o que foi criado nela antes, lojas inclusive, é encerrado. Se foi você quem criou e lembra da senha, entre e confirme o e-mail em vez de usar este link.',
            ]
          : []),
      ],
      button: { label: 'Criar nova senha', url },
      notes: ['O link vale por 1 hora e funciona uma vez.', IGNORE],
      footer: AUTOMATIC,
    },
  };
}

/** Warns of a change of password, e-mail, second factor or linked login, and says what to do if it was somebody else. */
export function securityMail(name: string, what: string, forgotUrl: string, kind: MailKindName = 'security'): Mail {
  return {
    kind,
    subject: 'Alteração de segurança na sua conta Vitrine',
    document: {
      title: 'Sua conta foi alterada',
      paragraphs: [greeting(name), what],
      notes: [`Se não foi você, crie uma nova senha agora: ${forgotUrl}`],
      footer: AUTOMATIC,
    },
  };
}

/** To the former address of an account. Its link takes the account back to this address. */
export function restoreMail(name: string, email: string, url: string): Mail {
  return {
    kind: 'email_changed',
    subject: 'O e-mail da sua conta Vitrine foi trocado',
    document: {
      title: 'O e-mail da sua conta foi trocado',
      paragraphs: [greeting(name), `O e-mail da sua conta foi trocado para ${email}.`],
      button: { label: 'Não fui eu: voltar ao meu e-mail', url },
      notes: [
        'O link vale por 72 horas e funciona uma vez: a conta volta para este e-mail, todos os aparelhos saem dela e você cria uma nova senha.',
        'Se foi você, não precisa fazer nada.',
      ],
      footer: AUTOMATIC,
    },
  };
}

/** The last mail that an account gets. */
export function accountDeletedMail(name: string): Mail {
  return {
    kind: 'account_deleted',
    subject: 'Sua conta Vitrine foi excluída',
    document: {
      title: 'Sua conta foi excluída',
      paragraphs: [
        greeting(name),
        'Seu nome, e-mail e acessos foram apagados, e você saiu das equipes de que fazia parte.',
      ],
      notes: ['Não dá para desfazer. Se quiser voltar, é só criar uma conta nova.'],
      footer: AUTOMATIC,
    },
  };
}
