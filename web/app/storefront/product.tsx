import { descriptionLines, plainLine } from '@vitrine/contract/description';
import { formatReais } from '@vitrine/contract/money';
import { videoId } from '@vitrine/contract/window-kinds';
import { Check } from 'lucide-react';
import { data } from 'react-router';
import { RichLine } from '../lib/rich-text/rich-line.tsx';
import type { RouteHandle } from '../lib/route-handle.ts';
import type { Route } from './+types/product.ts';
import { AddToCart } from './add-to-cart.tsx';
import { CartBar } from './cart-bar.tsx';
import { ChooseOptions } from './choose-options.tsx';
import { EmptyBag, MessagePage } from './message-page.tsx';
import { ProductVideo } from './sections/stranger-sections.tsx';
import { BuyBar } from './shop/buy-bar.tsx';
import { columnsFor } from './shop/card-shape.ts';
import { container } from './shop/frame.tsx';
import { Gallery } from './shop/gallery.tsx';
import { pageMeta, productJsonLd, productPlaceJsonLd, storeDescription } from './shop/meta.ts';
import { MissingPage } from './shop/missing-page.tsx';
import { availability, discountPercent, purchaseNotes } from './shop/offer.ts';
import { ProductGrid } from './shop/product-card.tsx';
import { Promises } from './shop/promise.tsx';
import { noIndex, productsOf, storeOf } from './tenant.ts';
import { NotOpen } from './under-development.tsx';

/** SPEC.md section 2, public product page. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { store, services } = storeOf(context);
  if (!store.open) return { store, found: null, failed: false, others: null };
  try {
    const found = await services.product(store.id, params.idProduct);
    if (found) return { store, found, failed: false, others: null };
  } catch (error) {
    console.error('product', params.idProduct, error);
    return data({ store, found: null, failed: true, others: null }, { status: 500 });
  }
  const others = await productsOf(store, services);
  return data({ store, found: null, failed: false, others }, { status: 404 });
}

export const handle: RouteHandle = { calm: true };

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { store, found, others } = loaderData;
  if (others) return [{ title: `Produto não encontrado · ${store.name}` }, noIndex];
  if (!found) return pageMeta({ store, title: store.name, description: storeDescription(store), path: '/' });
  const { product } = found;
  const { name, price, benefits, description, idProduct } = product;
  const gist = (benefits.length > 0 ? benefits : descriptionLines(description).map(plainLine)).join(' · ');
  return [
    ...pageMeta({
      store,
      title: `${name} · ${store.name}`,
      description: `${formatReais(price)}${gist ? ` · ${gist}` : ''}`,
      path: `/products/${idProduct}`,
      product,
    }),
    productJsonLd(store, product),
    productPlaceJsonLd(store, product),
  ];
};

export default function ProductPage({ loaderData: { store, found, failed, others }, params }: Route.ComponentProps) {
  if (failed) return <FailedProduct id={params.idProduct} />;
  if (others) {
    const text = 'Ele saiu da loja, ou o link está errado. Veja o que a loja tem agora.';
    return <MissingPage store={store} categories={others} title="Produto não encontrado" text={text} />;
  }
  if (!found) return <NotOpen store={store} />;
  const { product, related, medianSeconds } = found;
  const { name, price, compareAtPrice, category, categoryId, description, benefits, idProduct } = product;
  const video = product.video && videoId(product.video);
  const stock = availability(product);
  const percent = discountPercent(product);
  const lines = descriptionLines(description);
  const notes = purchaseNotes(product);
  return (
    <>
      <div className={`${container} pt-2 pb-8 md:pt-4`}>
        <nav aria-label="Você está em" className="flex items-center text-small text-muted">
          <a href="/" className="-ml-2 flex min-h-11 min-w-11 items-center justify-center px-2 hover:text-text">
            Loja
          </a>
          <span aria-hidden="true">›</span>
          <a href={`/categorias/${categoryId}`} className="flex min-h-11 min-w-11 items-center px-2 hover:text-text">
            <span className="truncate">{category}</span>
          </a>
        </nav>

        <div className="grid gap-6 md:grid-cols-2 md:grid-rows-[auto_1fr] md:gap-x-10 lg:grid-cols-[3fr_2fr]">
          <div className="min-w-0">
            <Gallery product={product} />
            {video ? (
              <div className="mt-3">
                <ProductVideo video={video} name={name} />
              </div>
            ) : null}
          </div>

          <div className="min-w-0 md:row-span-2">
            <p className="flex flex-wrap items-center gap-2 text-small font-semibold">
              {product.featured ? (
                <span className="card-tag rounded-control bg-secondary px-2.5 py-0.5 text-on-secondary">Destaque</span>
              ) : null}
              {percent ? (
                <span className="card-tag figures rounded-control bg-ok-soft px-2.5 py-0.5 text-ok">
                  {percent}% de desconto
                </span>
              ) : null}
              <span className="rounded-control border border-line px-2.5 py-0.5 font-medium text-muted">
                {category}
              </span>
            </p>
            <h1 className="mt-3 text-display font-bold tracking-tight text-balance md:text-hero">{name}</h1>
            <p className="figures mt-4 flex flex-wrap items-baseline gap-x-3">
              <span className="text-hero font-bold tracking-tight">{formatReais(price)}</span>
              {compareAtPrice !== null ? (
                <s className="text-title text-muted">
                  <span className="sr-only">de </span>
                  {formatReais(compareAtPrice)}
                </s>
              ) : null}
            </p>
            {stock.kind === 'free' ? null : (
              <p
                data-out={stock.kind === 'out' ? idProduct : undefined}
                className={`mt-2 font-medium ${stock.kind === 'out' ? 'text-bad' : 'text-warn'}`}
              >
                {stock.text}
              </p>
            )}
            {product.options.length > 0 && stock.kind !== 'out' ? (
              <ChooseOptions product={product} />
            ) : (
              <AddToCart id={idProduct} soldOut={stock.kind === 'out'} notices={store.notices} />
            )}
            {stock.kind === 'out' ? null : (
              <Promises methods={store.paymentMethods} medianSeconds={medianSeconds} delivers={benefits.length > 0} />
            )}
            {notes.length > 0 ? <p className="mt-3 text-small text-muted">{notes.join(' · ')}</p> : null}

            {benefits.length > 0 ? (
              <section aria-labelledby="depois" className="card mt-6 p-5">
                <h2 id="depois" className="font-semibold">
                  O que acontece depois da compra
                </h2>
                <ul className="mt-3 grid gap-2.5">
                  {benefits.map((benefit) => (
                    <li key={benefit} className="flex gap-3">
                      <Check className="mt-0.5 size-5 shrink-0 text-ok" aria-hidden="true" />
                      <span className="min-w-0 text-pretty">{benefit}</span>
                    </li>
                  ))}
                </ul>
              </section>
            ) : null}
          </div>

          {lines.length > 0 ? (
            <section aria-labelledby="descricao" className="min-w-0">
              <h2 id="descricao" className="text-title font-semibold">
                Descrição
              </h2>
              <ul className="mt-3 grid gap-2">
                {lines.map((line, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and never move
                  <li key={index} className="flex gap-3 text-pretty">
                    <span aria-hidden="true" className="mt-2.5 size-1.5 shrink-0 rounded-full bg-accent-text" />
                    <span className="min-w-0">
                      <RichLine line={line} />
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
        </div>

        {related.length > 0 ? (
          <section aria-labelledby="relacionados" className="far mt-14">
            <h2 id="relacionados" className="shop-shelf-title mb-4 text-lead font-semibold tracking-tight">
              Mais em {category}
            </h2>
            <ProductGrid products={related} density={columnsFor(store.density, [related])} />
          </section>
        ) : null}
      </div>
      {stock.kind === 'out' ? null : <BuyBar product={product} />}
      <CartBar />
    </>
  );
}

/** Uses the words of SPEC.md section 8. Header and footer of the shop stay. */
function FailedProduct({ id }: { id: string }) {
  return (
    <MessagePage
      title="Erro ao puxar informações do produto"
      text="O erro foi do nosso lado. Tente de novo em instantes."
      picture={<EmptyBag />}
    >
      <a href={`/products/${id}`} className="btn btn-primary">
        Tentar novamente
      </a>
      <a href="/" className="btn btn-secondary">
        Ver outros produtos
      </a>
    </MessagePage>
  );
}
