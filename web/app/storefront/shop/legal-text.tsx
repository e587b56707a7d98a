import type { StorefrontStore } from '@vitrine/contract/pages';
import { data, type MetaDescriptor, type RouterContextProvider } from 'react-router';
import { appContext } from '../../context.ts';
import { platformMeta } from '../landing/platform-meta.ts';
import { legalBlocks } from './legal-blocks.ts';
import { pageMeta } from './meta.ts';

type Owner = { store: StorefrontStore } | { store: null; origin: string };

/** Terms or privacy text: a store's own, or on the apex the platform's. Without a text the page is not found. */
export async function legalTextOf(
  context: Readonly<RouterContextProvider>,
  kind: 'terms' | 'privacy',
): Promise<Owner & { text: string }> {
  const { services, tenant } = context.get(appContext);
  if (tenant.kind === 'store') {
    const text = await services.legalText(tenant.store.id, kind);
    if (text) return { store: tenant.store, text };
  }
  if (tenant.kind === 'apex') {
    const text = services.platformText(kind);
    if (text) return { store: null, origin: tenant.origin, text };
  }
  throw data(null, { status: 404 });
}

export function legalMeta(loaded: Owner | undefined, title: string, path: string): MetaDescriptor[] {
  if (!loaded) return [];
  const owner = loaded.store?.name ?? 'Vitrine';
  const words = { title: `${title} · ${owner}`, description: `${title} de ${owner}`, path };
  return loaded.store ? pageMeta({ store: loaded.store, ...words }) : platformMeta({ origin: loaded.origin, ...words });
}

/** The text in headings and paragraphs. It is never read as markup. */
export function LegalText({ title, text }: { title: string; text: string }) {
  return (
    <article className="mx-auto max-w-2xl px-4 py-8 md:px-6 md:py-12">
      <h1 className="text-display font-bold tracking-tight">{title}</h1>
      {legalBlocks(text).map(({ heading, text: words }, index) =>
        heading ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks may repeat, and never move
          <h2 key={index} className="mt-8 text-title font-semibold text-pretty">
            {words}
          </h2>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks may repeat, and never move
          <p key={index} className="mt-4 whitespace-pre-line text-pretty">
            {words}
          </p>
        ),
      )}
    </article>
  );
}
