import { formatReais } from '@vitrine/contract/money';
import { data } from 'react-router';
import type { Route } from './+types/shared-pix.ts';
import { EmptyBag, MessagePage, TornReceipt } from './message-page.tsx';
import { sharedPix } from './order/live-order.ts';
import { PixCode } from './order/pix-code.tsx';
import { pageMeta } from './shop/meta.ts';
import { noIndex, personalHeaders, storeOf } from './tenant.ts';

/** "Outra pessoa vai pagar": the Pix of an order for whoever has its shared address. Nothing of the order is in it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { store, services } = storeOf(context);
  const pix = await services.sharedPix(store.id, params.share);
  const now = new Date().toISOString();
  return data({ store, pix, now }, { status: pix ? 200 : 404, headers: personalHeaders });
}
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Chats show the sum and the store before anybody opens the link. */
export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { store, pix } = loaderData;
  const title = pix ? `Pix de ${formatReais(pix.value)} · ${store.name}` : `Pix · ${store.name}`;
  const description = 'Alguém pediu para você pagar uma compra nesta loja.';
  return [...pageMeta({ store, title, description, path: '/' }), noIndex];
};

export default function SharedPixPage({ loaderData: { store, pix, now }, params }: Route.ComponentProps) {
  if (!pix) {
    return (
      <MessagePage
        picture={<TornReceipt />}
        title="Link não encontrado"
        text="Confira o endereço, ou peça o link de novo a quem fez o pedido."
      >
        <a href="/" className="btn btn-secondary">
          Conhecer a loja
        </a>
      </MessagePage>
    );
  }
  const { state, value, pixCode, pixQrSvg, expiresAt, date } = pix;
  return (
    <div {...sharedPix({ share: params.share, pix, now })}>
      {state === 'waiting' && pixCode ? (
        <PixCode
          subject={`Uma compra de outra pessoa em ${store.name}`}
          value={value}
          code={pixCode}
          qrSvg={pixQrSvg}
          expiresAt={expiresAt}
          start={date}
          now={now}
          after="Confira o valor e confirme. Quem fez o pedido é avisado na hora."
        />
      ) : state === 'paid' ? (
        <MessagePage
          picture={<EmptyBag />}
          title="Pago!"
          text="O pagamento foi aprovado, e quem fez o pedido já vê que foi pago. Não é preciso pagar de novo."
        >
          <a href="/" className="btn btn-secondary">
            Conhecer a loja
          </a>
        </MessagePage>
      ) : (
        <MessagePage
          picture={<TornReceipt />}
          title="Este Pix não vale mais"
          text="O prazo terminou, ou o pedido mudou. Se você já pagou, não pague de novo: quem fez o pedido vê se ele valeu ou se o valor volta. Se não pagou, peça um link novo."
        >
          <a href="/" className="btn btn-secondary">
            Conhecer a loja
          </a>
        </MessagePage>
      )}
    </div>
  );
}
