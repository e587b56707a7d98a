import { descriptionLines, plainLine } from '@vitrine/contract/description';
import { formatReais } from '@vitrine/contract/money';
import { data } from 'react-router';
import { RichLine } from '../lib/rich-text/rich-line.tsx';
import type { RouteHandle } from '../lib/route-handle.ts';
import type { Route } from './+types/category.ts';
import { CartBar } from './cart-bar.tsx';
import { columnsFor } from './shop/card-shape.ts';
import { container } from './shop/frame.tsx';
import { categoryJsonLd, pageMeta, storeDescription } from './shop/meta.ts';
import { MissingPage } from './shop/missing-page.tsx';
import { Picture } from './shop/picture.tsx';
import { ProductGrid } from './shop/product-card.tsx';
import { noIndex, productsOf, storeOf } from './tenant.ts';
import { NotOpen } from './under-development.tsx';

/** One category with an address of its own: its text, its picture, its products, and the way to the others. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { store, services } = storeOf(context);
  if (!store.open) return { store, category: null, others: null };
  const category = await services.category(store.id, params.idCategory);
  if (category) return { store, category, others: null };
  return data({ store, category: null, others: await productsOf(store, services) }, { status: 404 });
}

export const handle: RouteHandle = { calm: true };

const missing = 'Categoria não encontrada';

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { store, category, others } = loaderData;
  if (others) return [{ title: `${missing} · ${store.name}` }, noIndex];
  if (!category) return pageMeta({ store, title: store.name, description: storeDescription(store), path: '/' });
  const { id, name, description, products } = category;
  const cheapest = formatReais(Math.min(...products.map(({ price }) => price)));
  return [
    ...pageMeta({
      store,
      title: `${name} · ${store.name}`,
      description:
        descriptionLines(description).map(plainLine).join(' · ') ||
        `${name} em ${store.name}, a partir de ${cheapest}.`,
      path: `/categorias/${id}`,
    }),
    categoryJsonLd(store, category),
  ];
};

export default function CategoryPage({ loaderData: { store, category, others } }: Route.ComponentProps) {
  if (others) {
    const text = 'Ela saiu da loja, ou o link está errado. Veja o que a loja tem agora.';
    return <MissingPage store={store} categories={others} title={missing} text={text} />;
  }
  if (!category) return <NotOpen store={store} />;
  const { name, description, image, products } = category;
  return (
    <>
      {image ? (
        <div className="relative h-24 overflow-hidden bg-accent-soft md:h-40">
          <Picture
            src={image}
            alt=""
            sizes="100vw"
            width={1280}
            height={320}
            className="absolute inset-0 size-full object-cover"
          />
        </div>
      ) : null}
      <div className={`${container} pt-2 pb-8 md:pt-4`}>
        <nav aria-label="Você está em" className="flex items-center text-small text-muted">
          <a href="/" className="-ml-2 flex min-h-11 min-w-11 items-center justify-center px-2 hover:text-text">
            Loja
          </a>
        </nav>
        <h1 className="text-display font-bold tracking-tight text-balance md:text-hero">{name}</h1>
        {descriptionLines(description).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and never move
          <p key={index} className="mt-2 max-w-2xl text-muted text-pretty">
            <RichLine line={line} />
          </p>
        ))}
        <div className="mt-5">
          <ProductGrid products={products} density={columnsFor(store.density, [products])} first />
        </div>
        {category.others.length > 0 ? (
          <nav aria-label="Outras categorias" className="mt-8">
            <ul className="flex flex-wrap gap-2">
              {category.others.map((other) => (
                <li key={other.id}>
                  <a href={`/categorias/${other.id}`} className="chip">
                    {other.name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
      </div>
      <CartBar />
    </>
  );
}
