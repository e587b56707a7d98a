import type { StorefrontStore } from '@vitrine/contract/pages';
import { data, type MetaDescriptor, type RouterContextProvider } from 'react-router';
import { storeOf } from '../tenant.ts';
import { pageMeta } from './meta.ts';

/** A store's terms or privacy text. Without a text the page is not found. */
export async function legalTextOf(context: Readonly<RouterContextProvider>, kind: 'terms' | 'privacy') {
  const { store, services } = storeOf(context);
  const text = await services.legalText(store.id, kind);
  if (!text) throw data(null, { status: 404 });
  return { store, text };
}

export function legalMeta(
  loaded: { store: StorefrontStore } | undefined,
  title: string,
  path: string,
): MetaDescriptor[] {
  if (!loaded) return [];
  const { store } = loaded;
  return pageMeta({ store, title: `${title} · ${store.name}`, description: `${title} de ${store.name}`, path });
}

/** The owner's text in paragraphs. It is never read as markup. */
export function LegalText({ title, text }: { title: string; text: string }) {
  return (
    <article className="mx-auto max-w-2xl px-4 py-8 md:px-6 md:py-12">
      <h1 className="text-display font-bold tracking-tight">{title}</h1>
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may repeat, and never move
        <p key={index} className="mt-4 whitespace-pre-line text-pretty">
          {paragraph.trim()}
        </p>
      ))}
    </article>
  );
}
