import { readAddress } from './web-address.ts';

/** Where a store can be reached outside its shop, without a schema, so that the shop's pages can read it. */

export const linkKinds = ['discord', 'whatsapp', 'instagram', 'tiktok', 'youtube', 'x', 'site', 'support'] as const;
export type LinkKind = (typeof linkKinds)[number];
/** Whole addresses by kind: `https:`, and for support also `mailto:`. */
export type StoreLinks = Partial<Record<LinkKind, string | undefined>>;

export const linkTexts: Record<LinkKind, string> = {
  discord: 'Discord',
  whatsapp: 'WhatsApp',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  x: 'X',
  site: 'Site',
  support: 'Suporte',
};

interface Rule {
  /** What the owner is told of a wrong text. */
  refusal: string;
  /** Hosts that the kind may lead to; absent: any. */
  hosts?: readonly string[];
  /** A short form that owners type instead of an address, and the address that it means. */
  short?: { form: RegExp; address: (name: string) => string };
}

const rules: Record<LinkKind, Rule> = {
  discord: {
    refusal: 'Use um convite do Discord, como https://discord.gg/suacidade.',
    hosts: ['discord.gg', 'discord.com'],
  },
  whatsapp: {
    refusal: 'Use o número com DDD, ou um link wa.me ou chat.whatsapp.com.',
    hosts: ['wa.me', 'api.whatsapp.com', 'chat.whatsapp.com', 'whatsapp.com'],
    short: {
      form: /^\+?[\d\s().-]{10,20}$/,
      address: (typed) => {
        const digits = typed.replace(/\D/g, '');
        return `https://wa.me/${digits.length <= 11 ? '55' : ''}${digits}`;
      },
    },
  },
  instagram: {
    refusal: 'Use o @ do perfil ou o link do Instagram.',
    hosts: ['instagram.com'],
    short: { form: /^@?[\w.]{1,30}$/, address: (name) => `https://www.instagram.com/${name}` },
  },
  tiktok: {
    refusal: 'Use o @ do perfil ou o link do TikTok.',
    hosts: ['tiktok.com'],
    short: { form: /^@?[\w.]{2,24}$/, address: (name) => `https://www.tiktok.com/@${name}` },
  },
  youtube: {
    refusal: 'Use o @ do canal ou o link do YouTube.',
    hosts: ['youtube.com', 'youtu.be'],
    short: { form: /^@?[\w.-]{3,30}$/, address: (name) => `https://www.youtube.com/@${name}` },
  },
  x: {
    refusal: 'Use o @ do perfil ou o link do X.',
    hosts: ['x.com', 'twitter.com'],
    short: { form: /^@?\w{1,15}$/, address: (name) => `https://x.com/${name}` },
  },
  site: { refusal: 'Use um endereço que começa com https://.' },
  support: {
    refusal: 'Use um e-mail ou um endereço que começa com https://.',
    short: { form: /^[\w.+-]{1,64}@[a-z\d-]+(\.[a-z\d-]+)+$/i, address: (mail) => `mailto:${mail}` },
  },
};

export const linkRefusal = (kind: LinkKind): string => rules[kind].refusal;

/**
 * The whole address that an owner's text means: '' for an empty text, null for one that is refused. Only `https:` without a user,
 * a password or a port passes, on the hosts of its kind, so that "Instagram" never leads to another site.
 */
export function readLink(kind: LinkKind, typed: string): string | null {
  const given = typed.trim();
  if (given === '') return '';
  const { hosts, short } = rules[kind];
  if (kind === 'support' && given.startsWith('mailto:')) return readLink(kind, given.slice('mailto:'.length)) || null;
  if (short?.form.test(given)) return short.address(given.replace(/^@/, ''));
  return readAddress(given, hosts);
}
