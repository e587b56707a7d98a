import type { Store, StoreEdit, StoreEdit as StoreEditSchema } from '@vitrine/contract/stores';
import type { z } from 'zod';

/** The settings form: what it starts with, and on which tab a field stands. */

export type SettingsValues = z.input<typeof StoreEditSchema>;
export type SettingsBody = StoreEdit;

export const configTabs = [
  { id: 'loja', label: 'Loja' },
  { id: 'aparencia', label: 'Aparência' },
  { id: 'pagamentos', label: 'Pagamentos' },
  { id: 'servidores', label: 'Servidores de jogo' },
  { id: 'discord', label: 'Discord' },
  { id: 'legal', label: 'Dados legais' },
  { id: 'perigo', label: 'Zona de perigo' },
] as const;
export type ConfigTab = (typeof configTabs)[number]['id'];

/** The tab an address asks for; the first one for anything else. */
export function readTab(text: string | null): ConfigTab {
  return configTabs.find(({ id }) => id === text)?.id ?? 'loja';
}

/** A store as the form edits it. The token field starts with its mask, which the server reads as "keep". */
export function settingsOf(store: Store): SettingsValues {
  const { terms = '', privacy = '', ...legal } = store.legal;
  return {
    id: store.id,
    nameStore: store.nameStore,
    nameDomain: store.subdomain,
    description: store.description,
    status: store.status,
    branding: {
      primaryColor: store.primaryColor,
      secondaryColor: store.secondaryColor,
      logo: store.logo,
      banner: store.banner,
    },
    mercadoPago: { accessToken: store.mercadoPago.accessToken },
    legal: { ...legal, terms, privacy },
    settings: { ...store.settings },
  };
}

const tabOfField: Partial<Record<keyof SettingsValues, ConfigTab>> = {
  branding: 'aparencia',
  mercadoPago: 'pagamentos',
  settings: 'pagamentos',
  legal: 'legal',
};

/** Where to lead a person whose form was refused: the tab of the first field with an error. */
export function tabOfErrors(fields: string[]): ConfigTab {
  const tabs = fields.map((field) => tabOfField[field.split('.')[0] as keyof SettingsValues] ?? 'loja');
  return configTabs.find(({ id }) => tabs.includes(id))?.id ?? 'loja';
}

/** The lines of server.cfg that connect a game server. Quotes and line ends never get in: they would end the line. */
export function serverLines(token: string, url: string): string {
  const plain = (text: string) => text.replace(/["\r\n]/g, '');
  return `set vitrine_token "${plain(token)}"\nset vitrine_url "${plain(url)}"\nensure vitrine`;
}

/** Enough of a secret to recognise it, never enough to use it. */
export function masked(secret: string): string {
  return `${secret.slice(0, 4)}${'•'.repeat(12)}${secret.slice(-4)}`;
}
