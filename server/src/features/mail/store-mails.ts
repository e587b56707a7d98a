import { mailName } from './mail-names.ts';
import type { Mail } from './mails.ts';
import { AUTOMATIC } from './mails.ts';

/** The mails of a store, to its people and its shoppers, pt-BR. */

/** A store as mails name it: by its subdomain if its name looks like a link. */
export interface MailStore {
  name: string;
  subdomain: string;
}

/** The store's name, as a mail may carry it. */
export const nameOf = ({ name, subdomain }: MailStore) => mailName(name, subdomain);
const boughtAt = (store: MailStore) =>
  `Você recebe este e-mail porque comprou na loja ${nameOf(store)}, que usa a Vitrine.`;

/** To the person whom a store invites to its team. `inviter` is a person's name, `role` the role's name in pt-BR. */
export function invitationMail(store: MailStore, inviter: string, role: string, url: string): Mail {
  return {
    kind: 'invitation',
    subject: `Convite para a equipe da loja ${nameOf(store)}`,
    document: {
      title: `Você foi convidado para a loja ${nameOf(store)}`,
      paragraphs: [`${mailName(inviter, 'Alguém da equipe')} convidou você para a equipe da loja ${nameOf(store)}.`],
      facts: [['Papel', role]],
      button: { label: 'Aceitar convite', url },
      notes: ['O convite vale por 7 dias e funciona uma vez. Entre na Vitrine com este mesmo e-mail para aceitar.'],
      footer: AUTOMATIC,
    },
  };
}

/** The paid time of a plan ends soon, or has ended. Days are texts, `21/11/2026`. */
export function planReminderMail(
  store: MailStore,
  plan: string,
  end: { kind: 'soon' | 'ended'; endsOn: string; graceUntil: string },
  url: string,
): Mail {
  const soon = end.kind === 'soon';
  return {
    kind: 'plan_reminder',
    subject: `O plano ${plan} da loja ${nameOf(store)} ${soon ? 'termina' : 'terminou'} em ${end.endsOn}`,
    document: {
      title: soon ? 'Seu plano está terminando' : 'Seu plano terminou',
      paragraphs: [
        soon
          ? `O plano ${plan} da loja ${nameOf(store)} vale até ${end.endsOn}. Depois de 3 dias de tolerância valem os limites do plano Gratuito.`
          : `O plano ${plan} da loja ${nameOf(store)} terminou em ${end.endsOn}. Até ${end.graceUntil} tudo continua como está; depois valem os limites do plano Gratuito.`,
        'Nada é apagado: só não será possível criar novos itens acima do limite.',
      ],
      button: { label: 'Renovar plano', url },
      footer: AUTOMATIC,
    },
  };
}

/** To the store's people: a delivery needs somebody. `problem` and `step` are the texts that the panel shows too. */
export function deliveryProblemMail(
  store: MailStore,
  order: number,
  delivery: { product: string; action: string; problem: string; step: string },
  url: string,
): Mail {
  return {
    kind: 'delivery_problem',
    subject: `Entrega do pedido ${order} precisa de você`,
    document: {
      title: 'Uma entrega precisa de você',
      paragraphs: [delivery.problem, delivery.step],
      facts: [
        ['Loja', nameOf(store)],
        ['Pedido', String(order)],
        ['Produto', mailName(delivery.product, store.subdomain)],
        ['Entrega', delivery.action],
      ],
      button: { label: 'Ver pedido', url },
      footer: AUTOMATIC,
    },
  };
}

/** To whoever bought with this e-mail and asks to see their orders. */
export function customerLinkMail(store: MailStore, url: string): Mail {
  return {
    kind: 'customer_link',
    subject: `Seu link para ver as compras na loja ${nameOf(store)}`,
    document: {
      title: 'Suas compras',
      paragraphs: [`Use o botão abaixo para ver suas compras, benefícios e comprovantes na loja ${nameOf(store)}.`],
      button: { label: 'Ver minhas compras', url },
      notes: [
        'O link vale por 15 minutos e funciona uma vez.',
        'Se não foi você que pediu, ignore este e-mail: ninguém entra sem este link.',
      ],
      footer: boughtAt(store),
    },
  };
}

/** To a shopper who withdrew from an order: the provider refused to pay the money back. */
export function refundRefusedMail(store: MailStore, order: number, url: string): Mail {
  return {
    kind: 'refund_refused',
    subject: `A devolução do pedido ${order} ainda não saiu`,
    document: {
      title: 'A devolução ainda não saiu',
      paragraphs: [
        'Sua desistência está registrada, mas o Mercado Pago recusou a devolução do valor à loja.',
        'A loja foi avisada e precisa resolver. O seu direito ao valor continua o mesmo: se ela não responder, fale com ela pelo contato no fim da página do pedido.',
      ],
      facts: [
        ['Loja', nameOf(store)],
        ['Pedido', String(order)],
      ],
      button: { label: 'Ver pedido', url },
      footer: boughtAt(store),
    },
  };
}

/** To the store's owner: a buyer withdrew, and the money did not go back. `problem` is the provider's reason. */
export function refundStuckMail(store: MailStore, order: number, problem: string, url: string): Mail {
  return {
    kind: 'refund_stuck',
    subject: `Pedido ${order}: a devolução ao comprador foi recusada`,
    document: {
      title: 'Uma devolução precisa de você',
      paragraphs: [
        'O comprador desistiu dentro do prazo do Código de Defesa do Consumidor (art. 49) e o Mercado Pago recusou devolver o valor.',
        problem,
        'Confira o saldo da sua conta no Mercado Pago e reembolse o pedido pelo painel, ou combine outra forma com o comprador.',
      ],
      facts: [
        ['Loja', nameOf(store)],
        ['Pedido', String(order)],
      ],
      button: { label: 'Ver pedido', url },
      footer: AUTOMATIC,
    },
  };
}

/** To the store's owner: a buyer wants to withdraw from an order, and a person must answer. */
export function withdrawalRequestMail(store: MailStore, order: number, url: string): Mail {
  return {
    kind: 'withdrawal_request',
    subject: `Pedido ${order}: o comprador quer desistir da compra`,
    document: {
      title: 'Um comprador quer desistir da compra',
      paragraphs: [
        'O pedido foi feito dentro do prazo de 7 dias do Código de Defesa do Consumidor (art. 49).',
        'Veja o que já foi entregue e responda ao comprador. Se for devolver o valor, faça o reembolso pelo painel.',
      ],
      facts: [
        ['Loja', nameOf(store)],
        ['Pedido', String(order)],
      ],
      button: { label: 'Ver pedido', url },
      footer: AUTOMATIC,
    },
  };
}

/** To the shopper who left an e-mail: the confirmation that Decreto 7.962/2013, art. 5, wants at once. */
export function withdrawalReceivedMail(store: MailStore, order: number, what: string, url: string): Mail {
  return {
    kind: 'withdrawal_received',
    subject: `Recebemos sua desistência do pedido ${order}`,
    document: {
      title: 'Recebemos sua desistência',
      paragraphs: [what],
      facts: [
        ['Loja', nameOf(store)],
        ['Pedido', String(order)],
      ],
      button: { label: 'Ver pedido', url },
      footer: boughtAt(store),
    },
  };
}

/** To the shopper who left an e-mail: the paid order is over a limit, so the money goes back. `why` is its note. */
export function limitRefundMail(store: MailStore, order: number, why: string, url: string): Mail {
  return {
    kind: 'limit_refund',
    subject: `O valor do pedido ${order} está sendo devolvido`,
    document: {
      title: 'O valor do seu pedido volta para você',
      paragraphs: [why, 'O prazo para o valor aparecer depende do seu banco.'],
      facts: [
        ['Loja', nameOf(store)],
        ['Pedido', String(order)],
      ],
      button: { label: 'Ver pedido', url },
      footer: boughtAt(store),
    },
  };
}

/** To the shopper who left an e-mail. Amounts are texts, `R$ 10,00`. `free`: the order cost nothing. */
export function receiptMail(
  store: MailStore,
  order: { number: number; free: boolean; lines: { name: string; quantity: number; amount: string }[]; total: string },
  url: string,
): Mail {
  return {
    kind: order.free ? 'free_receipt' : 'receipt',
    subject: `Recibo do pedido ${order.number} na loja ${nameOf(store)}`,
    document: {
      title: 'Pagamento confirmado',
      paragraphs: [`Recebemos o pagamento do seu pedido na loja ${nameOf(store)}. A entrega começa agora.`],
      facts: [
        ['Pedido', String(order.number)],
        ...order.lines.map(({ name, quantity, amount }): [string, string] => [
          `${quantity} x ${mailName(name, store.subdomain)}`,
          amount,
        ]),
        ['Total', order.total],
      ],
      button: { label: 'Acompanhar entrega', url },
      footer: boughtAt(store),
    },
  };
}

/** To the store's owner: somebody connected or disconnected the Discord server on which the store gives roles. */
export function discordChangedMail(
  store: MailStore,
  { who, guild, connected }: { who: string; guild: string; connected: boolean },
  url: string,
): Mail {
  const change = connected ? 'conectado' : 'desconectado';
  const person = mailName(who, 'Alguém');
  const server = mailName(guild, 'do Discord');
  return {
    kind: 'discord_changed',
    subject: `Discord ${change} ${connected ? 'à' : 'da'} loja ${nameOf(store)}`,
    document: {
      title: `Um servidor do Discord foi ${change}`,
      paragraphs: [
        connected
          ? `${person} conectou o servidor ${server} à loja ${nameOf(store)}.`
          : `${person} desconectou o servidor ${server} da loja ${nameOf(store)}.`,
      ],
      notes: [
        connected
          ? 'Se não foi alguém da sua equipe, troque o token de identificação no painel.'
          : 'As entregas pelo Discord esperam até que um servidor seja conectado de novo.',
      ],
      button: { label: 'Ver conexão', url },
      footer: AUTOMATIC,
    },
  };
}
