import { type EventKindName, eventSentence, eventTitle } from '@vitrine/contract/notice-kinds';
import { z } from 'zod';
import type { MailDocument } from '../mail-document.ts';
import { AUTOMATIC, link, type MailStore, nameOf, storeMail } from './define-mail.ts';

/** The mails to members of a store about what happened there to its orders. */

const Events = z.object({
  events: z.array(z.object({ news: z.string(), order: z.int(), centavos: z.int(), products: z.string() })).min(1),
  /** All of them, listed or not, and their sum. */
  count: z.int(),
  centavos: z.int(),
  url: link,
});
type Events = z.output<typeof Events>;

const ofEvents = (kind: EventKindName) => {
  const titleOf = ({ events, count, centavos }: Events) => eventTitle(kind, events[0], { count, centavos });
  return {
    data: Events,
    subject: (data: Events, store: MailStore) => `${titleOf(data)} (loja ${nameOf(store)})`,
    document: (data: Events, store: MailStore): MailDocument => {
      const { events, count, url } = data;
      const more = count - events.length;
      return {
        title: titleOf(data),
        paragraphs: [...events.map(eventSentence), ...(more > 0 ? [`E mais ${more}.`] : [])],
        facts: [['Loja', nameOf(store)]],
        button: { label: count === 1 ? 'Ver pedido' : 'Ver pedidos', url },
        notes: ['Escolha o que chega a você no painel, em Alertas, Meus avisos.'],
        footer: AUTOMATIC,
      };
    },
  };
};

export const noticeMails = {
  /** Sales since the mail before. */
  sale_notice: storeMail({ reserve: 'sales', optional: 'avisos de vendas', ...ofEvents('sale') }),
  refund_notice: storeMail({ reserve: 'money', optional: 'avisos de reembolsos', ...ofEvents('refund') }),
  dispute_notice: storeMail({ reserve: 'money', ...ofEvents('dispute') }),
  refund_approval_notice: storeMail({
    reserve: 'money',
    optional: 'avisos de aprovações',
    ...ofEvents('refund_approval'),
  }),
  manual_approval_notice: storeMail({
    reserve: 'money',
    optional: 'avisos de aprovações',
    ...ofEvents('manual_approval'),
  }),
};
