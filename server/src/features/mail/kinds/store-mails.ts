import { alertKind } from '@vitrine/contract/alert-kinds';
import { FILE_HOURS, fileKinds, fileKindTexts } from '@vitrine/contract/file-words';
import { type BuiltInRole, roleTexts } from '@vitrine/contract/roles';
import { z } from 'zod';
import type { MailDocument } from '../mail-document.ts';
import { mailName } from '../mail-names.ts';
import { AUTOMATIC, link, type MailStore, nameOf, orderFacts, storeMail, warning } from './define-mail.ts';

/** The mails of a store to its people. `order` is the number that people say. */

/** Somebody changed what moves the store's money, or who owns it. Names in `did` went through `mailName`. */
const Change = z.object({
  who: z.string(),
  did: z.string(),
  device: z.string(),
  network: z.string(),
  step: z.string(),
  url: link,
});
const change = {
  data: Change,
  subject: (_: unknown, store: MailStore) => `Alteração de segurança na loja ${nameOf(store)}`,
  document: ({ who, did, device, network, step, url }: z.output<typeof Change>, store: MailStore): MailDocument => ({
    title: 'Sua loja foi alterada',
    paragraphs: [`${mailName(who, 'Alguém')} ${did}.`],
    facts: [
      ['Loja', nameOf(store)],
      ['Aparelho', device || 'não informado'],
      ['Rede', network || 'não informada'],
    ],
    button: { label: 'Ver no painel', url },
    notes: [step],
    footer: AUTOMATIC,
  }),
};

/** What happened to the place of a game server, and what its owner should do. */
const serverNews = {
  waiting: {
    title: 'Um servidor novo espera sua aprovação',
    what: 'Outro servidor se conectou com o token deste. Ele não recebe entregas até você aprovar; o servidor atual continua entregando.',
    step: 'Se foi você que trocou de servidor, aprove no painel. Se não foi, recuse e troque o token.',
  },
  copy: {
    title: 'Uma cópia do seu servidor se conectou',
    what: 'Um segundo servidor com o mesmo registro de entregas se conectou: uma pasta copiada ou um backup restaurado. Ele não recebe entregas até você aprovar; o servidor atual continua entregando.',
    step: 'Se a cópia deve assumir, aprove no painel. Se não deve, desligue a cópia ou recuse.',
  },
  silence: {
    title: 'Outro servidor assumiu as entregas',
    what: 'O servidor anterior ficou sem contato pelo tempo que você escolheu, e outro servidor com o mesmo token assumiu as entregas.',
    step: 'Se não foi você que ligou este servidor, troque o token no painel agora.',
  },
  back: {
    title: 'Seu servidor voltou e retomou as entregas',
    what: 'O servidor que entregava antes voltou a dar sinal e retomou as entregas. O que assumiu enquanto ele estava fora agora espera sua aprovação.',
    step: 'Confira no painel se os dois servidores devem continuar ligados.',
  },
} as const;

/** Troubles of a store that began, grew or ended. `when` is a sentence; the rest are values of `alertKinds`. */
const Alerts = z.object({
  items: z
    .array(
      z.object({
        kind: z.string(),
        name: z.string(),
        things: z.int(),
        news: z.enum(['begun', 'grown', 'well']),
        when: z.string(),
      }),
    )
    .min(1),
  url: link,
});
type AlertItem = z.output<typeof Alerts>['items'][number];
const titleOf = ({ kind, news }: AlertItem) =>
  `${news === 'well' ? 'Resolvido' : 'Alerta'}: ${alertKind(kind)?.label ?? 'a loja precisa de você'}`;
const sentenceOf = ({ kind, name, things, news, when }: AlertItem) => {
  const about = { things, name: mailName(name, 'sem nome') };
  const known = alertKind(kind);
  return `${(news === 'well' ? known?.well(about) : known?.text(about)) ?? 'Veja no painel.'} ${when}`;
};
const alert = {
  data: Alerts,
  subject: ({ items: [first, ...others] }: z.output<typeof Alerts>, store: MailStore) =>
    first && others.length === 0
      ? `${titleOf(first)} (loja ${nameOf(store)})`
      : `${others.length + 1} alertas da loja ${nameOf(store)}`,
  document: ({ items, url }: z.output<typeof Alerts>, store: MailStore): MailDocument => {
    const [first, ...others] = items;
    return {
      title: first && others.length === 0 ? titleOf(first) : `${items.length} alertas da sua loja`,
      paragraphs: items.map(sentenceOf),
      facts: [['Loja', nameOf(store)]],
      button: { label: 'Ver no painel', url },
      notes: [
        'Cada alerta chega uma vez quando começa e uma vez quando termina. Escolha o que chega a você no painel, em Alertas, Meus avisos.',
      ],
      footer: AUTOMATIC,
    };
  },
};

export const storeMails = {
  store_security: storeMail({ reserve: 'security', ...warning, ...change }),
  payment_account_changed: storeMail({ reserve: 'payment_account', ...warning, ...change }),
  store_transferred: storeMail({ reserve: 'ownership', ...warning, ...change }),

  /** Somebody connected or disconnected the Discord server on which the store gives roles. */
  discord_changed: storeMail({
    reserve: 'security',
    ...warning,
    data: z.object({ who: z.string(), guild: z.string(), connected: z.boolean(), url: link }),
    subject: ({ connected }, store) =>
      connected ? `Discord conectado à loja ${nameOf(store)}` : `Discord desconectado da loja ${nameOf(store)}`,
    document: ({ who, guild, connected, url }, store) => {
      const change = connected ? 'conectado' : 'desconectado';
      const person = mailName(who, 'Alguém');
      const server = mailName(guild, 'do Discord');
      return {
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
      };
    },
  }),

  /** A script wants or took the place of a game server. Whoever has the token may cause it, so it cannot be silenced. */
  game_server: storeMail({
    reserve: 'security',
    ...warning,
    data: z.object({ server: z.string(), news: z.enum(['waiting', 'copy', 'silence', 'back']), url: link }),
    subject: ({ news }, store) => `${serverNews[news].title}: loja ${nameOf(store)}`,
    document: ({ server, news, url }, store) => ({
      title: serverNews[news].title,
      paragraphs: [serverNews[news].what, serverNews[news].step],
      facts: [
        ['Loja', nameOf(store)],
        ['Servidor', mailName(server, 'sem nome')],
      ],
      button: { label: 'Ver servidores', url },
      footer: AUTOMATIC,
    }),
  }),

  alert_severe: storeMail({ reserve: 'alerts', ...alert }),
  alert: storeMail({ optional: 'alertas de entregas, fila e Discord', ...alert }),

  /** To the person whom a store invites to its team. */
  invitation: storeMail({
    ofStore: true,
    optional: 'convites para equipes de lojas',
    // The role's name. Mails from before have the built-in role's key.
    data: z.object({ inviter: z.string(), role: z.string(), url: link }),
    subject: (_, store) => `Convite para a equipe da loja ${nameOf(store)}`,
    document: ({ inviter, role, url }, store) => ({
      title: `Você foi convidado para a loja ${nameOf(store)}`,
      paragraphs: [`${mailName(inviter, 'Alguém da equipe')} convidou você para a equipe da loja ${nameOf(store)}.`],
      facts: [['Papel', roleTexts[role as BuiltInRole] ?? mailName(role, 'um papel da loja')]],
      button: { label: 'Aceitar convite', url },
      notes: ['O convite vale por 7 dias e funciona uma vez. Entre na Vitrine com este mesmo e-mail para aceitar.'],
      footer: AUTOMATIC,
    }),
  }),

  /** A store asks its team for a second factor. `until` is a day as people read it. */
  factor_demanded: storeMail({
    reserve: 'security',
    data: z.object({ until: z.string(), url: link }),
    subject: (_, store) => `A loja ${nameOf(store)} pede verificação em duas etapas`,
    document: ({ until, url }, store) => ({
      title: 'Ligue a verificação em duas etapas',
      paragraphs: [
        `A loja ${nameOf(store)} exige verificação em duas etapas de toda a equipe.`,
        `Você entra sem ela até ${until}. Depois, só vê como ligar.`,
      ],
      button: { label: 'Ligar agora', url },
      notes: ['Códigos de um aplicativo ou uma passkey: leva dois minutos.'],
      footer: AUTOMATIC,
    }),
  }),

  /** The paid time of a plan ends soon, or has ended. Days are texts, `21/11/2026`. */
  plan_reminder: storeMail({
    optional: 'lembretes do fim do plano',
    data: z.object({
      plan: z.string(),
      end: z.enum(['soon', 'ended']),
      endsOn: z.string(),
      graceUntil: z.string(),
      url: link,
    }),
    subject: ({ plan, end, endsOn }, store) =>
      `O plano ${plan} da loja ${nameOf(store)} ${end === 'soon' ? 'termina' : 'terminou'} em ${endsOn}`,
    document: ({ plan, end, endsOn, graceUntil, url }, store) => ({
      title: end === 'soon' ? 'Seu plano está terminando' : 'Seu plano terminou',
      paragraphs: [
        end === 'soon'
          ? `O plano ${plan} da loja ${nameOf(store)} vale até ${endsOn}. Depois de 3 dias de tolerância valem os limites do plano Gratuito.`
          : `O plano ${plan} da loja ${nameOf(store)} terminou em ${endsOn}. Até ${graceUntil} tudo continua como está; depois valem os limites do plano Gratuito.`,
        'Nada é apagado: só não será possível criar novos itens acima do limite.',
      ],
      button: { label: 'Renovar plano', url },
      footer: AUTOMATIC,
    }),
  }),

  /** A spreadsheet that took a job so long that its person no longer waits before it. */
  file_ended: storeMail({
    data: z.object({ list: z.enum(fileKinds), rows: z.int(), ready: z.boolean(), url: link }),
    subject: ({ list, ready }, store) =>
      ready
        ? `Sua planilha de ${fileKindTexts[list]} da loja ${nameOf(store)} está pronta`
        : `Sua planilha de ${fileKindTexts[list]} da loja ${nameOf(store)} falhou`,
    document: ({ list, rows, ready, url }, store) => ({
      title: ready ? 'Sua planilha está pronta' : 'Sua planilha não pôde ser gerada',
      paragraphs: [
        ready
          ? `A planilha de ${fileKindTexts[list]} tem ${rows.toLocaleString('pt-BR')} ${rows === 1 ? 'linha' : 'linhas'}. Só você pode baixá-la, por ${FILE_HOURS} horas.`
          : `Algo falhou enquanto geramos a planilha de ${fileKindTexts[list]}. Nada foi perdido: gere de novo no painel.`,
      ],
      facts: [['Loja', nameOf(store)]],
      button: { label: ready ? 'Baixar no painel' : 'Gerar de novo', url },
      footer: AUTOMATIC,
    }),
  }),

  /** The mails of alerts replaced this kind. A mail that an older version wrote may still wait. */
  delivery_problem: storeMail({
    optional: 'avisos de entregas que precisam de você',
    data: z.object({
      order: z.int(),
      product: z.string(),
      action: z.string(),
      problem: z.string(),
      uncertain: z.boolean(),
      url: link,
    }),
    subject: ({ order }) => `Entrega do pedido ${order} precisa de você`,
    document: ({ order, product, action, problem, uncertain, url }, store) => ({
      title: 'Uma entrega precisa de você',
      paragraphs: [
        problem,
        uncertain
          ? 'Verifique na cidade se chegou e marque como entregue ou reenvie.'
          : 'Corrija a causa e reenvie a entrega pelo painel.',
      ],
      facts: [...orderFacts(store, order), ['Produto', mailName(product, store.subdomain)], ['Entrega', action]],
      button: { label: 'Ver pedido', url },
      footer: AUTOMATIC,
    }),
  }),

  /** A buyer withdrew, and the provider refused to pay the money back. */
  refund_stuck: storeMail({
    data: z.object({ order: z.int(), noBalance: z.boolean(), url: link }),
    subject: ({ order }) => `Pedido ${order}: a devolução ao comprador foi recusada`,
    document: ({ order, noBalance, url }, store) => ({
      title: 'Uma devolução precisa de você',
      paragraphs: [
        'O comprador desistiu dentro do prazo do Código de Defesa do Consumidor (art. 49) e o Mercado Pago recusou devolver o valor.',
        noBalance
          ? 'Não há saldo suficiente na conta.'
          : 'O Mercado Pago não informou um motivo que se resolva sozinho.',
        'Confira o saldo da sua conta no Mercado Pago e reembolse o pedido pelo painel, ou combine outra forma com o comprador.',
      ],
      facts: orderFacts(store, order),
      button: { label: 'Ver pedido', url },
      footer: AUTOMATIC,
    }),
  }),

  /** A buyer wants to withdraw from an order, and a person must answer. */
  withdrawal_request: storeMail({
    data: z.object({ order: z.int(), url: link }),
    subject: ({ order }) => `Pedido ${order}: o comprador quer desistir da compra`,
    document: ({ order, url }, store) => ({
      title: 'Um comprador quer desistir da compra',
      paragraphs: [
        'O pedido foi feito dentro do prazo de 7 dias do Código de Defesa do Consumidor (art. 49).',
        'Veja o que já foi entregue e responda ao comprador. Se for devolver o valor, faça o reembolso pelo painel.',
      ],
      facts: orderFacts(store, order),
      button: { label: 'Ver pedido', url },
      footer: AUTOMATIC,
    }),
  }),
};
