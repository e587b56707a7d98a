import { data } from 'react-router';
import type { RouteHandle } from '../lib/route-handle.ts';
import type { Route } from './+types/own-page.ts';
import { CartBar } from './cart-bar.tsx';
import { placeSections } from './sections/placing.ts';
import { SectionScript, SectionStyle, WindowSection } from './sections/window-sections.tsx';
import { columnsFor } from './shop/card-shape.ts';
import { container } from './shop/frame.tsx';
import { pageMeta, storeDescription } from './shop/meta.ts';
import { MissingPage } from './shop/missing-page.tsx';
import { Shelves } from './shop/shelves.tsx';
import { noIndex, productsOf, storeOf } from './tenant.ts';

/** A page that the owner made: its title and its sections. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { store, services } = storeOf(context);
  const categories = await productsOf(store, services);
  const page = store.open ? await services.ownPage(store.id, params.ownPage, categories) : null;
  if (page) return { store, path: `/p/${params.ownPage}`, page, categories: null };
  return data({ store, path: '/', page: null, categories }, { status: 404 });
}

export const handle: RouteHandle = { calm: true };

const missing = 'Página não encontrada';

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { store, page, path } = loaderData;
  if (!page) return [{ title: `${missing} · ${store.name}` }, noIndex];
  return pageMeta({
    store,
    title: `${page.title} · ${store.name}`,
    description: page.description || storeDescription(store),
    path,
  });
};

export default function OwnPage({ loaderData: { store, page, categories } }: Route.ComponentProps) {
  if (!page) {
    const text = 'Ela saiu da loja, ou o link está errado. Veja o que a loja tem agora.';
    return <MissingPage store={store} categories={categories ?? []} title={missing} text={text} />;
  }
  const { title, description, sections } = page;
  const { density } = store;
  const { top, below, firstGrid, shelved, lists } = placeSections(sections);
  const columns = columnsFor(density, lists);
  return (
    <>
      <SectionStyle sections={sections} />
      {top.map((section) => (
        <WindowSection key={section.id} section={section} density={columns} top />
      ))}
      <div className={`${container} page-head pt-6 md:pt-10`}>
        <h1 className="text-display font-bold tracking-tight text-balance md:text-hero">{title}</h1>
        {description ? <p className="mt-2 max-w-2xl text-muted text-pretty">{description}</p> : null}
      </div>
      <Shelves
        categories={[]}
        density={density}
        columns={columns}
        before={{
          shelved,
          sections: below.map((section, index) => (
            <WindowSection key={section.id} section={section} density={columns} first={index === firstGrid} />
          )),
        }}
      />
      <SectionScript sections={sections} />
      <CartBar />
    </>
  );
}
