import type { Operator } from '@vitrine/contract/pages';
import type { MetaDescriptor } from 'react-router';

interface PlatformMeta {
  /** Origin of the platform's own host. */
  origin: string;
  title: string;
  description: string;
  /** Path of the page, for its canonical address. */
  path: string;
}

/** Head tags of a public page of the platform, for search engines and shared links. Addresses are absolute. */
export function platformMeta({ origin, title, description, path }: PlatformMeta): MetaDescriptor[] {
  const address = new URL(path, origin).href;
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: 'Vitrine' },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'pt_BR' },
    { property: 'og:url', content: address },
    { property: 'og:image', content: new URL('/share/vitrine.png', origin).href },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'Vitrine: pago é entregue, uma vez, e todo mundo vê' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** Who runs the platform, as schema.org data. Nothing without a name, and only what the operator set. */
export function operatorJsonLd({ name, taxId, address, contact }: Operator, origin: string): MetaDescriptor[] {
  if (!name) return [];
  return [
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'Organization',
        name: 'Vitrine',
        legalName: name,
        url: new URL('/', origin).href,
        ...(taxId && { taxID: taxId.number }),
        ...(address && { address }),
        ...(contact?.startsWith('mailto:') && { email: contact.slice('mailto:'.length) }),
        ...(contact?.startsWith('https:') && {
          contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', url: contact },
        }),
      },
    },
  ];
}
