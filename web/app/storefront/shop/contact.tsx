import type { StorefrontStore } from '@vitrine/contract/pages';
import { linkKinds, linkTexts } from '@vitrine/contract/store-links';

const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Where "Falar com a loja" leads: support, else WhatsApp, Discord, or the mail of the legal data; null if the owner gave none. Mail and
 * WhatsApp begin with the order's number, so that nobody has to ask for it.
 */
export function contactAddress(store: StorefrontStore, order?: { number: number }): string | null {
  const { support, whatsapp, discord } = store.links;
  const mail = MAIL.test(store.legal.contact) ? `mailto:${store.legal.contact}` : '';
  const address = support || whatsapp || discord || mail;
  if (!address) return null;
  if (!order) return address;
  const text = encodeURIComponent(`Pedido #${order.number} em ${store.name}`);
  if (address.startsWith('mailto:')) return `${address}?subject=${text}`;
  if (!/^https:\/\/(wa\.me|api\.whatsapp\.com)\//.test(address)) return address;
  return `${address}${address.includes('?') ? '&' : '?'}text=${text}`;
}

/** A link to another site. The address of an order is a secret, so it is not told there. */
export const outside = { target: '_blank', rel: 'noreferrer nofollow' } as const;

/** "Falar com a loja", or nothing for a store that gave no contact. */
export function ContactStore({ store, order }: { store: StorefrontStore; order?: { number: number } }) {
  const address = contactAddress(store, order);
  return address ? (
    <a href={address} {...outside} className="btn btn-secondary">
      Falar com a loja
    </a>
  ) : null;
}

/** What a buyer may do next with an order: talk to the store, and join its Discord server. */
export function NextSteps({ store, order }: { store: StorefrontStore; order: { number: number } }) {
  const { discord } = store.links;
  const contact = contactAddress(store, order);
  if (!contact && !discord) return null;
  return (
    <div className="screen-only mt-5 flex flex-wrap gap-3 border-t border-line pt-4 max-sm:*:w-full">
      <ContactStore store={store} order={order} />
      {discord && discord !== contact ? (
        <a href={discord} {...outside} className="btn btn-secondary">
          Entrar no Discord da loja
        </a>
      ) : null}
    </div>
  );
}

/** The store's own places outside the shop. */
export function SocialLinks({ store }: { store: StorefrontStore }) {
  const given = linkKinds.flatMap((kind) => {
    const href = store.links[kind];
    return href ? [{ kind, href }] : [];
  });
  if (given.length === 0) return null;
  return (
    <nav aria-label="Redes da loja" className="mt-3 flex flex-wrap gap-x-3">
      {given.map(({ kind, href }) => (
        <a
          key={kind}
          href={href}
          {...outside}
          className="prose-link inline-flex min-h-11 min-w-11 items-center justify-center"
        >
          {linkTexts[kind]}
        </a>
      ))}
    </nav>
  );
}
