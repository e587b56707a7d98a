import { formatDateTime } from '@vitrine/contract/dates';
import { formatCentavos } from '@vitrine/contract/money';
import { type Handover, handovers } from '@vitrine/contract/order-words';
import { z } from 'zod';
import type { MailDocument } from '../mail-document.ts';
import { mailName } from '../mail-names.ts';
import { link, type MailStore, nameOf, orderFacts, storeMail } from './define-mail.ts';

/** The mails of a store to its shoppers. `order` is the number that people say. */

const boughtAt = (store: MailStore) =>
  `Você recebe este e-mail porque comprou na loja ${nameOf(store)}, que usa a Vitrine.`;

const Receipt = z.object({
  order: z.int(),
  lines: z.array(
    // Mails that wait from before say nothing of options.
    z.object({ name: z.string(), quantity: z.int(), centavos: z.int(), options: z.string().optional() }),
  ),
  totalCentavos: z.int(),
  url: link,
  /** The order's public reference, for the attached PDF. Mails that wait from before have none of what follows. */
  reference: z.string().optional(),
  /** Who bought, and for whom, `Comprador: Ana`. */
  buyer: z.array(z.string()).optional(),
  discountCentavos: z.int().optional(),
  coupon: z.string().nullish(),
  handover: z.enum(handovers).optional(),
  /** The payment's number at the provider. */
  payment: z.string().nullish(),
  at: z.iso.datetime().optional(),
  seller: z.object({ name: z.string(), document: z.string() }).optional(),
});

const nextTexts: Record<Handover, string> = {
  automatic: 'A entrega começa agora.',
  mixed: 'A entrega automática começa agora. O resto a própria loja entrega.',
  by_hand: 'A própria loja entrega o que você comprou.',
};

/** A CPF or CNPJ with its label. */
const documentFact = (document: string): [string, string][] =>
  document ? [[document.replace(/\D/g, '').length === 14 ? 'CNPJ' : 'CPF', document]] : [];

/** The facts of a receipt besides what was bought. */
function receiptFacts(data: z.output<typeof Receipt>, store: MailStore): [string, string][] {
  const { payment, at, buyer = [], seller } = data;
  return [
    ...(at ? [['Pago em', formatDateTime(at)] as [string, string]] : []),
    ...(payment ? [['Pagamento nº', payment] as [string, string]] : []),
    ...buyer.map((line): [string, string] => {
      const [label = '', ...value] = line.split(': ');
      return [label, label === 'E-mail' ? value.join(': ') : mailName(value.join(': '), '')];
    }),
    ...(seller?.name ? [['Vendedor', mailName(seller.name, store.subdomain)] as [string, string]] : []),
    ...documentFact(seller?.document ?? ''),
  ];
}

const receipt = {
  data: Receipt,
  subject: ({ order }: z.output<typeof Receipt>, store: MailStore) =>
    `Recibo do pedido ${order} na loja ${nameOf(store)}`,
  document: (data: z.output<typeof Receipt>, store: MailStore): MailDocument => ({
    title: 'Pagamento confirmado',
    paragraphs: [
      `Recebemos o pagamento do seu pedido na loja ${nameOf(store)}. ${nextTexts[data.handover ?? 'automatic']}`,
    ],
    facts: [
      ['Pedido', String(data.order)],
      ...data.lines.map(({ name, quantity, centavos, options }): [string, string] => [
        `${quantity} x ${mailName(name, store.subdomain)}${options ? ` (${mailName(options, '')})` : ''}`,
        formatCentavos(centavos),
      ]),
      ...(data.discountCentavos
        ? [
            [
              data.coupon ? `Desconto (cupom ${mailName(data.coupon, '')})` : 'Desconto',
              `- ${formatCentavos(data.discountCentavos)}`,
            ] as [string, string],
          ]
        : []),
      ['Total', formatCentavos(data.totalCentavos)],
      ...receiptFacts(data, store),
    ],
    button: { label: data.handover === 'by_hand' ? 'Ver meu pedido' : 'Acompanhar entrega', url: data.url },
    footer: boughtAt(store),
  }),
};

export const shopperMails = {
  /** To whoever bought with this e-mail and asks to see their orders. */
  customer_link: storeMail({
    reserve: 'purchases',
    shopper: true,
    ofStore: true,
    data: z.object({ url: link }),
    subject: (_, store) => `Seu link para ver as compras na loja ${nameOf(store)}`,
    document: ({ url }, store) => ({
      title: 'Suas compras',
      paragraphs: [`Use o botão abaixo para ver suas compras, benefícios e comprovantes na loja ${nameOf(store)}.`],
      button: { label: 'Ver minhas compras', url },
      notes: [
        'O link vale por 15 minutos e funciona uma vez.',
        'Se não foi você que pediu, ignore este e-mail: ninguém entra sem este link.',
      ],
      footer: boughtAt(store),
    }),
  }),

  receipt: storeMail({ reserve: 'money', shopper: true, ofStore: true, ...receipt }),
  /** The order cost nothing. Whoever has a coupon of 100 % can cause any number of these mails. */
  free_receipt: storeMail({ shopper: true, ofStore: true, ...receipt }),

  /** The confirmation that Decreto 7.962/2013, art. 5, wants at once. */
  withdrawal_received: storeMail({
    reserve: 'money',
    shopper: true,
    ofStore: true,
    data: z.object({ order: z.int(), what: z.string(), url: link }),
    subject: ({ order }) => `Recebemos sua desistência do pedido ${order}`,
    document: ({ order, what, url }, store) => ({
      title: 'Recebemos sua desistência',
      paragraphs: [what],
      facts: orderFacts(store, order),
      button: { label: 'Ver pedido', url },
      footer: boughtAt(store),
    }),
  }),

  /** The shopper withdrew from an order, and the provider refused to pay the money back. */
  refund_refused: storeMail({
    reserve: 'money',
    shopper: true,
    ofStore: true,
    data: z.object({ order: z.int(), url: link }),
    subject: ({ order }) => `A devolução do pedido ${order} ainda não saiu`,
    document: ({ order, url }, store) => ({
      title: 'A devolução ainda não saiu',
      paragraphs: [
        'Sua desistência está registrada, mas o Mercado Pago recusou a devolução do valor à loja.',
        'A loja foi avisada e precisa resolver. O seu direito ao valor continua o mesmo: se ela não responder, fale com ela pelo contato no fim da página do pedido.',
      ],
      facts: orderFacts(store, order),
      button: { label: 'Ver pedido', url },
      footer: boughtAt(store),
    }),
  }),

  /** A part of the money went back, and the order stays. */
  part_refund: storeMail({
    reserve: 'money',
    shopper: true,
    ofStore: true,
    data: z.object({
      order: z.int(),
      centavos: z.int(),
      lines: z.array(z.object({ name: z.string(), quantity: z.int() })),
      url: link,
    }),
    subject: ({ order, centavos }) => `${formatCentavos(centavos)} do pedido ${order} voltaram para você`,
    document: ({ order, centavos, lines, url }, store) => ({
      title: 'Reembolso de parte do pedido',
      paragraphs: [
        `A loja ${nameOf(store)} devolveu ${formatCentavos(centavos)} do seu pedido pelo Mercado Pago. O valor volta pelo mesmo meio do pagamento.`,
        lines.length > 0
          ? 'O que foi devolvido deixa de valer. O resto do pedido continua valendo.'
          : 'Nada do que você comprou foi retirado: o pedido inteiro continua valendo.',
      ],
      facts: [
        ...orderFacts(store, order),
        ...lines.map(({ name, quantity }): [string, string] => [
          'Devolvido',
          `${quantity} x ${mailName(name, store.subdomain)}`,
        ]),
        ['Valor devolvido', formatCentavos(centavos)],
      ],
      button: { label: 'Ver pedido', url },
      footer: boughtAt(store),
    }),
  }),

  /** The buyer, or somebody in their browser, corrected the ids of a paid order. */
  ids_corrected: storeMail({
    reserve: 'money',
    shopper: true,
    ofStore: true,
    data: z.object({ order: z.int(), changes: z.array(z.string()), url: link }),
    subject: ({ order }) => `Os dados do pedido ${order} foram corrigidos`,
    document: ({ order, changes, url }, store) => ({
      title: 'Dados do pedido corrigidos',
      paragraphs: ['O que ainda não foi entregue vai para os dados novos.'],
      facts: [
        ...orderFacts(store, order),
        ...changes.map((change): [string, string] => {
          const [label = '', ...value] = change.split(': ');
          return [label, mailName(value.join(': '), '')];
        }),
      ],
      button: { label: 'Ver pedido', url },
      notes: [
        'A correção veio do navegador que fez a compra, ou de quem entrou com o Discord dela. Não foi você? Fale com a loja.',
      ],
      footer: boughtAt(store),
    }),
  }),

  /** The paid order is over a limit, so the money goes back. `why` is its note. Even a young store says where the money is. */
  limit_refund: storeMail({
    reserve: 'money',
    ofStore: true,
    data: z.object({ order: z.int(), why: z.string(), url: link }),
    subject: ({ order }) => `O valor do pedido ${order} está sendo devolvido`,
    document: ({ order, why, url }, store) => ({
      title: 'O valor do seu pedido volta para você',
      paragraphs: [why, 'O prazo para o valor aparecer depende do seu banco.'],
      facts: orderFacts(store, order),
      button: { label: 'Ver pedido', url },
      footer: boughtAt(store),
    }),
  }),

  /** Somebody typed this address to wait for a product, or for the opening where `product` is null. */
  wait_confirm: storeMail({
    reserve: 'waiting',
    shopper: true,
    ofStore: true,
    many: true,
    optional: 'pedidos de confirmação do “Avise-me” das lojas',
    data: z.object({ product: z.string().nullable(), url: link }),
    subject: (_, store) => `Confirme o seu aviso da loja ${nameOf(store)}`,
    document: ({ product, url }, store) => ({
      title: 'Confirme o seu aviso',
      paragraphs: [
        product === null
          ? `Alguém pediu que a loja ${nameOf(store)} avise este e-mail quando abrir.`
          : `Alguém pediu que a loja ${nameOf(store)} avise este e-mail quando ${mailName(product, 'um produto')} voltar.`,
        'Confirme para receber um único e-mail, e nada mais.',
      ],
      button: { label: 'Confirmar aviso', url },
      notes: [
        'O link vale por 48 horas para confirmar. Depois, ele também cancela o aviso.',
        'Se não foi você que pediu, ignore este e-mail: sem a confirmação o pedido é apagado.',
      ],
      footer: `Você recebe este e-mail porque ele foi digitado na loja ${nameOf(store)}, que usa a Vitrine.`,
    }),
  }),

  /** What the address waited for has come. */
  wait_over: storeMail({
    reserve: 'awaited',
    shopper: true,
    ofStore: true,
    many: true,
    optional: 'avisos de produtos e lojas que você pediu com “Avise-me”',
    data: z.object({ product: z.string().nullable(), url: link }),
    subject: ({ product }, store) =>
      product === null
        ? `A loja ${nameOf(store)} abriu`
        : `${mailName(product, 'O produto que você esperava')} voltou à loja ${nameOf(store)}`,
    document: ({ product, url }, store) => ({
      title: product === null ? `${nameOf(store)} abriu` : `${mailName(product, 'O produto que você esperava')} voltou`,
      paragraphs: [
        product === null
          ? `A loja ${nameOf(store)} está aberta.`
          : `${mailName(product, 'O produto que você esperava')} está à venda de novo na loja ${nameOf(store)}. Avisamos pela ordem dos pedidos, e as unidades podem acabar.`,
      ],
      button: { label: product === null ? 'Abrir a loja' : 'Ver o produto', url },
      notes: ['Este é o único e-mail do seu pedido: ele já foi apagado.'],
      footer: `Você recebe este e-mail porque pediu um aviso à loja ${nameOf(store)}, que usa a Vitrine.`,
    }),
  }),
};
