import { formatReais, toCentavos, toReais } from '@vitrine/contract/money';
import type { OrderLine } from '@vitrine/contract/orders';
import { chosenOptions, shownOptions } from '@vitrine/contract/product-options';
import { shopLimits } from '@vitrine/contract/shop-limits';
import { Fragment } from 'react';
import { data, redirect } from 'react-router';
import type { Route } from './+types/buy.ts';
import { buyIntoCart } from './parts/buy-into-cart.ts';
import { pageMeta } from './shop/meta.ts';
import { noIndex, storeOf } from './tenant.ts';
import { NotOpen } from './under-development.tsx';

/**
 * `/buy?product={id}&quantity={n}`: a link to share. It puts the product into the cart and opens /checkout. The answers to
 * the product's options stand in `o.{name}`; if one is missing or wrong, the product's own page opens.
 * `/buy?order={reference}` makes the cart of the order's products, on any device. The checkout forgets those that are gone, and says so.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { store, services } = storeOf(context);
  const query = new URL(request.url).searchParams;
  const again = query.get('order');
  if (store.open && again !== null) {
    const lines = await services.linesOfOrder(store.id, again);
    if (!lines) throw data(null, { status: 404 });
    return { store, product: null, quantity: 1, options: {}, shown: [], lines };
  }
  const found = store.open ? await services.product(store.id, query.get('product') ?? '') : null;
  if (store.open && !found) throw data(null, { status: 404 });
  const asked = Number(query.get('quantity') ?? 1);
  const quantity = Number.isInteger(asked) && asked >= 1 ? Math.min(asked, shopLimits.quantityMax) : 1;
  const product = found?.product ?? null;
  const typed = (product?.options ?? []).map(({ name }) => [name, query.get(`o.${name}`) ?? ''] as const);
  const chosen = chosenOptions(product?.options ?? [], Object.fromEntries(typed));
  if ('problem' in chosen) throw redirect(`/products/${product?.idProduct}`);
  const options = Object.fromEntries(chosen.kept.flatMap(({ name, value }) => (value ? [[name, value]] : [])));
  return { store, product, quantity, options, shown: shownOptions(chosen.kept), lines: null };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { store, product } = loaderData;
  const title = product ? `${product.name} · ${store.name}` : store.name;
  const description = product
    ? [formatReais(product.price), ...product.benefits].join(' · ')
    : store.description || store.name;
  const path = product ? `/products/${product.idProduct}` : '/';
  return [...pageMeta({ store, title, description, path, product: product ?? undefined }), noIndex];
};

export default function Buy({ loaderData: { store, product, quantity, options, shown, lines } }: Route.ComponentProps) {
  if (lines) return <Again lines={lines} />;
  if (!product) return <NotOpen store={store} />;
  return (
    <section
      {...buyIntoCart([{ id: product.idProduct, quantity, options }], false)}
      className="mx-auto max-w-md px-6 py-20 text-center"
    >
      <h1 className="text-display font-bold tracking-tight">{product.name}</h1>
      <p className="needs-script mt-2 text-muted">Colocando no seu carrinho…</p>
      <noscript>
        <dl className="card figures mt-6 grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 p-5 text-left">
          {shown.map(({ label, value }) => (
            <Fragment key={label}>
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 text-right break-words">{value}</dd>
            </Fragment>
          ))}
          <dt className="text-muted">Preço</dt>
          <dd>{formatReais(product.price)}</dd>
          <dt className="text-muted">Quantidade</dt>
          <dd className="text-right">{quantity}</dd>
          <dt className="border-t border-line pt-2 font-semibold">Total</dt>
          <dd className="border-t border-line pt-2 text-right font-semibold">
            {formatReais(toReais(toCentavos(product.price) * quantity))}
          </dd>
        </dl>
        <p className="mt-4 text-pretty">
          Para pagar e acompanhar a entrega, ative o JavaScript do navegador e recarregue esta página: o produto entra
          sozinho no carrinho.
        </p>
      </noscript>
      <a href={`/products/${product.idProduct}`} className="btn btn-secondary mt-8">
        Ver o produto
      </a>
    </section>
  );
}

function Again({ lines }: { lines: readonly OrderLine[] }) {
  return (
    <section {...buyIntoCart(lines, true)} className="mx-auto max-w-md px-6 py-20 text-center">
      <h1 className="text-display font-bold tracking-tight">Novo pedido</h1>
      <p className="needs-script mt-2 text-muted">Colocando os mesmos produtos no seu carrinho…</p>
      <a href="/" className="btn btn-secondary mt-8">
        Voltar para a loja
      </a>
    </section>
  );
}
