import type { MailDocument } from './mail-document.ts';

/** The mails of the platform, pt-BR: subject and document for `sendMail`. */
interface Mail {
  subject: string;
  document: MailDocument;
}

const AUTOMATIC = 'Mensagem automática da Vitrine. Não responda a este e-mail.';
const IGNORE = 'Se não foi você, ignore este e-mail: nada muda na sua conta.';

/** Proves that the address is the person's. */
export function verificationMail(name: string, url: string): Mail {
  return {
    subject: 'Confirme seu e-mail na Vitrine',
    document: {
      title: 'Confirme seu e-mail',
      paragraphs: [
        `Olá, ${name}!`,
        'Confirme que este e-mail é seu para proteger sua conta e receber avisos das suas lojas.',
      ],
      button: { label: 'Confirmar e-mail', url },
      notes: ['O link vale por 24 horas.', IGNORE],
      footer: AUTOMATIC,
    },
  };
}

/** Somebody registered an address that has an account: only its owner learns of it, here. */
export function alreadyRegisteredMail(name: string, loginUrl: string, forgotUrl: string): Mail {
  return {
    subject: 'Você já tem uma conta na Vitrine',
    document: {
      title: 'Você já tem uma conta',
      paragraphs: [
        `Olá, ${name}!`,
        'Recebemos um cadastro com este e-mail, mas ele já tem uma conta. Nenhuma conta nova foi criada.',
        `Esqueceu a senha? Crie outra em ${forgotUrl}`,
      ],
      button: { label: 'Entrar', url: loginUrl },
      notes: [IGNORE],
      footer: AUTOMATIC,
    },
  };
}

export function resetMail(name: string, url: string): Mail {
  return {
    subject: 'Crie uma nova senha na Vitrine',
    document: {
      title: 'Nova senha',
      paragraphs: [
        `Olá, ${name}!`,
        'Use o botão abaixo para criar uma nova senha. Todos os aparelhos conectados sairão da conta.',
      ],
      button: { label: 'Criar nova senha', url },
      notes: ['O link vale por 1 hora e funciona uma vez.', IGNORE],
      footer: AUTOMATIC,
    },
  };
}

/** After a change of password, e-mail, second factor or linked login: whoever did not do it can act. */
export function securityMail(name: string, what: string, forgotUrl: string): Mail {
  return {
    subject: 'Alteração de segurança na sua conta Vitrine',
    document: {
      title: 'Sua conta foi alterada',
      paragraphs: [`Olá, ${name}!`, what],
      notes: [`Se não foi você, crie uma nova senha agora: ${forgotUrl}`],
      footer: AUTOMATIC,
    },
  };
}

/** The last mail that an account gets. */
export function accountDeletedMail(name: string): Mail {
  return {
    subject: 'Sua conta Vitrine foi excluída',
    document: {
      title: 'Sua conta foi excluída',
      paragraphs: [
        `Olá, ${name}!`,
        'Seu nome, e-mail e acessos foram apagados, e você saiu das equipes de que fazia parte.',
      ],
      notes: ['Não dá para desfazer. Se quiser voltar, é só criar uma conta nova.'],
      footer: AUTOMATIC,
    },
  };
}

export function invitationMail(store: string, inviter: string, role: string, url: string): Mail {
  return {
    subject: `Convite para a equipe da loja ${store}`,
    document: {
      title: `Você foi convidado para a loja ${store}`,
      paragraphs: [`${inviter} convidou você para a equipe da loja ${store}.`],
      facts: [['Papel', role]],
      button: { label: 'Aceitar convite', url },
      notes: ['O convite vale por 7 dias e funciona uma vez. Entre na Vitrine com este mesmo e-mail para aceitar.'],
      footer: AUTOMATIC,
    },
  };
}

/** The paid time of a plan ends soon, or has ended. Days as people read them, `21/11/2026`. */
export function planReminderMail(
  store: string,
  plan: string,
  end: { kind: 'soon' | 'ended'; endsOn: string; graceUntil: string },
  url: string,
): Mail {
  const soon = end.kind === 'soon';
  return {
    subject: `O plano ${plan} da loja ${store} ${soon ? 'termina' : 'terminou'} em ${end.endsOn}`,
    document: {
      title: soon ? 'Seu plano está terminando' : 'Seu plano terminou',
      paragraphs: [
        soon
          ? `O plano ${plan} da loja ${store} vale até ${end.endsOn}. Depois de 3 dias de tolerância valem os limites do plano Gratuito.`
          : `O plano ${plan} da loja ${store} terminou em ${end.endsOn}. Até ${end.graceUntil} tudo continua como está; depois valem os limites do plano Gratuito.`,
        'Nada é apagado: só não será possível criar novos itens acima do limite.',
      ],
      button: { label: 'Renovar plano', url },
      footer: AUTOMATIC,
    },
  };
}

/** To the store's people: somebody must act. `problem` and `step` are the texts that the panel shows too. */
export function deliveryProblemMail(
  store: string,
  order: number,
  delivery: { product: string; action: string; problem: string; step: string },
  url: string,
): Mail {
  return {
    subject: `Entrega do pedido ${order} precisa de você`,
    document: {
      title: 'Uma entrega precisa de você',
      paragraphs: [delivery.problem, delivery.step],
      facts: [
        ['Loja', store],
        ['Pedido', String(order)],
        ['Produto', delivery.product],
        ['Entrega', delivery.action],
      ],
      button: { label: 'Ver pedido', url },
      footer: AUTOMATIC,
    },
  };
}

/** To who bought with this e-mail and asks to see it. */
export function customerLinkMail(store: string, url: string): Mail {
  return {
    subject: `Seu link para ver as compras na loja ${store}`,
    document: {
      title: 'Suas compras',
      paragraphs: [`Use o botão abaixo para ver suas compras, benefícios e comprovantes na loja ${store}.`],
      button: { label: 'Ver minhas compras', url },
      notes: [
        'O link vale por 15 minutos e funciona uma vez.',
        'Se não foi você que pediu, ignore este e-mail: ninguém entra sem este link.',
      ],
      footer: `Você recebe este e-mail porque comprou na loja ${store}, que usa a Vitrine.`,
    },
  };
}

/** To the shopper whose withdrawal the provider did not pay back after all. */
export function refundRefusedMail(store: string, order: number, url: string): Mail {
  return {
    subject: `A devolução do pedido ${order} ainda não saiu`,
    document: {
      title: 'A devolução ainda não saiu',
      paragraphs: [
        'Sua desistência está registrada, mas o Mercado Pago recusou a devolução do valor à loja.',
        'A loja foi avisada e precisa resolver. O seu direito ao valor continua o mesmo: se ela não responder, fale com ela pelo contato no fim da página do pedido.',
      ],
      facts: [
        ['Loja', store],
        ['Pedido', String(order)],
      ],
      button: { label: 'Ver pedido', url },
      footer: `Você recebe este e-mail porque comprou na loja ${store}, que usa a Vitrine.`,
    },
  };
}

/** To the store's owner: a buyer withdrew, and the money did not go back. `problem` is the provider's reason. */
export function refundStuckMail(store: string, order: number, problem: string, url: string): Mail {
  return {
    subject: `Pedido ${order}: a devolução ao comprador foi recusada`,
    document: {
      title: 'Uma devolução precisa de você',
      paragraphs: [
        'O comprador desistiu dentro do prazo do Código de Defesa do Consumidor (art. 49) e o Mercado Pago recusou devolver o valor.',
        problem,
        'Confira o saldo da sua conta no Mercado Pago e reembolse o pedido pelo painel, ou combine outra forma com o comprador.',
      ],
      facts: [
        ['Loja', store],
        ['Pedido', String(order)],
      ],
      button: { label: 'Ver pedido', url },
      footer: AUTOMATIC,
    },
  };
}

/** To the store's owner: the law gives the buyer an answer, and this one needs a person. */
export function withdrawalRequestMail(store: string, order: number, url: string): Mail {
  return {
    subject: `Pedido ${order}: o comprador quer desistir da compra`,
    document: {
      title: 'Um comprador quer desistir da compra',
      paragraphs: [
        'O pedido foi feito dentro do prazo de 7 dias do Código de Defesa do Consumidor (art. 49).',
        'Veja o que já foi entregue e responda ao comprador. Se for devolver o valor, faça o reembolso pelo painel.',
      ],
      facts: [
        ['Loja', store],
        ['Pedido', String(order)],
      ],
      button: { label: 'Ver pedido', url },
      footer: AUTOMATIC,
    },
  };
}

/** To the shopper who left an e-mail: the confirmation that Decreto 7.962/2013, art. 5, wants at once. */
export function withdrawalReceivedMail(store: string, order: number, what: string, url: string): Mail {
  return {
    subject: `Recebemos sua desistência do pedido ${order}`,
    document: {
      title: 'Recebemos sua desistência',
      paragraphs: [what],
      facts: [
        ['Loja', store],
        ['Pedido', String(order)],
      ],
      button: { label: 'Ver pedido', url },
      footer: `Você recebe este e-mail porque comprou na loja ${store}, que usa a Vitrine.`,
    },
  };
}

/** To the shopper who left an e-mail. Amounts come written, `R$ 10,00`. */
export function receiptMail(
  store: string,
  order: { number: number; lines: { name: string; quantity: number; amount: string }[]; total: string },
  url: string,
): Mail {
  return {
    subject: `Recibo do pedido ${order.number} na loja ${store}`,
    document: {
      title: 'Pagamento confirmado',
      paragraphs: [`Recebemos o pagamento do seu pedido na loja ${store}. A entrega começa agora.`],
      facts: [
        ['Pedido', String(order.number)],
        ...order.lines.map(({ name, quantity, amount }): [string, string] => [`${quantity} x ${name}`, amount]),
        ['Total', order.total],
      ],
      button: { label: 'Acompanhar entrega', url },
      footer: `Você recebe este e-mail porque comprou na loja ${store}, que usa a Vitrine.`,
    },
  };
}
