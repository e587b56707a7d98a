import type { MailKindName } from './mail-kinds.ts';
import { AUTOMATIC, greeting, type Mail } from './mails.ts';
import { type MailStore, nameOf } from './store-mails.ts';

/**
 * To a store's owner: somebody changed what moves the store's money, or who owns it. `what` is a sentence with the person's
 * name; all names in it went through `mailName`.
 */
export function storeSecurityMail(
  store: MailStore,
  { what, device, network, step }: { what: string; device: string; network: string; step: string },
  url: string,
  kind: MailKindName = 'security',
): Mail {
  return {
    kind,
    subject: `Alteração de segurança na loja ${nameOf(store)}`,
    document: {
      title: 'Sua loja foi alterada',
      paragraphs: [what],
      facts: [
        ['Loja', nameOf(store)],
        ['Aparelho', device || 'não informado'],
        ['Rede', network || 'não informada'],
      ],
      button: { label: 'Ver no painel', url },
      notes: [step],
      footer: AUTOMATIC,
    },
  };
}

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

/** The three mails of a second factor's recovery. Each has the link `cancel`; the last one also has the link `finish`. */
export function recoveryMail(
  name: string,
  recovery: { stage: keyof typeof stages; readyAt: Date; cancel: string; finish: string | null },
): Mail {
  const { subject, title, text } = stages[recovery.stage];
  const when = recovery.readyAt.toLocaleString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return {
    kind: 'factor_changed',
    subject,
    document: {
      title,
      paragraphs: [greeting(name), text(when)],
      button: recovery.finish
        ? { label: 'Desligar a verificação', url: recovery.finish }
        : { label: 'Não fui eu: cancelar', url: recovery.cancel },
      notes: [
        recovery.finish
          ? `O link vale por 3 dias e funciona uma vez. Não foi você? Cancele: ${recovery.cancel}`
          : 'Se foi você, não precisa fazer nada. Se achar o celular, é só entrar com o código: o pedido é cancelado.',
        'Se não foi você, alguém sabe a sua senha: cancele e crie outra.',
      ],
      footer: AUTOMATIC,
    },
  };
}
