import type { StorefrontStore } from '@vitrine/contract/pages';
import { data, type RouterContextProvider } from 'react-router';
import { MessagePage, TornReceipt } from '../message-page.tsx';
import { ContactStore } from '../shop/contact.tsx';
import { personalHeaders, storeOf } from '../tenant.ts';

/** Loader of every page about one order. For a missing order it answers a page with a message, and status 404. */
export async function orderOf(context: Readonly<RouterContextProvider>, reference: string | null) {
  const { store, services } = storeOf(context);
  const order = reference ? await services.order(store.id, reference) : null;
  const now = new Date().toISOString();
  return data({ store, order, now }, { status: order ? 200 : 404, headers: personalHeaders });
}

export function MissingOrder({ store }: { store: StorefrontStore }) {
  return (
    <MessagePage
      picture={<TornReceipt />}
      title="Pedido não encontrado"
      text="Confira o endereço, ou fale com a loja pelo contato no fim da página."
    >
      <a href="/" className="btn btn-primary">
        Voltar para a loja
      </a>
      <ContactStore store={store} />
    </MessagePage>
  );
}
