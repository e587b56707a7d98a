import { limits } from '@vitrine/contract/limits';
import type { Store } from '@vitrine/contract/store-answers';
import type { StoreEdit } from '@vitrine/contract/stores';
import type { z } from 'zod';
import type { SaveQuestion } from '../form/use-save-question.client.tsx';

/** The settings form: its first values, and the tab of each field. */

export type SettingsValues = z.input<typeof StoreEdit>;

export const configTabIds = ['loja', 'aparencia', 'pagamentos', 'servidores', 'discord', 'legal', 'perigo'] as const;
export type ConfigTab = (typeof configTabIds)[number];
export const configTabTexts: Record<ConfigTab, string> = {
  loja: 'Loja',
  aparencia: 'Aparência',
  pagamentos: 'Pagamentos',
  servidores: 'Servidores de jogo',
  discord: 'Discord',
  legal: 'Dados legais',
  perigo: 'Zona de perigo',
};

/** A store as the form edits it. The token field starts with its mask, which the server reads as "keep". */
export function settingsOf(store: Store): SettingsValues {
  const { terms = '', privacy = '', ...legal } = store.legal;
  return {
    id: store.id,
    nameStore: store.nameStore,
    nameDomain: store.subdomain,
    description: store.description,
    opensAt: store.opensAt,
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

const tabOfField: Partial<Record<string, ConfigTab>> = {
  branding: 'aparencia',
  mercadoPago: 'pagamentos',
  settings: 'pagamentos',
  'settings.cityCheck': 'servidores',
  'settings.density': 'aparencia',
  'settings.links': 'loja',
  'settings.searchWords': 'loja',
  legal: 'legal',
};

/** The first tab that holds one of the refused fields, such as `legal.document`. */
export function tabOfErrors(fields: string[]): ConfigTab {
  const tabOf = (field: string): ConfigTab => {
    const around = field.slice(0, Math.max(0, field.lastIndexOf('.')));
    return tabOfField[field] ?? (around ? tabOf(around) : 'loja');
  };
  const tabs = fields.map(tabOf);
  return configTabIds.find((id) => tabs.includes(id)) ?? 'loja';
}

/** Paths of all fields with a message inside a form's nested errors. */
export function refusedFields(errors: object, within = ''): string[] {
  return Object.entries(errors).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null) return [];
    return 'message' in value && typeof value.message === 'string'
      ? [within + name]
      : refusedFields(value, `${within}${name}.`);
  });
}

/** What the form asks before it saves another address, because the players' links hold the present one. */
export function addressQuestion(before: string, after: string): SaveQuestion | null {
  if (before === after) return null;
  return {
    title: 'Mudar o endereço da loja?',
    text: `De “${before}” para “${after}”. O endereço antigo leva ao novo por ${limits.subdomainHoldDays} dias; depois fica livre para outras lojas.`,
    confirm: 'Mudar o endereço',
  };
}

/** The lines of server.cfg that connect a game server. Quotes and line ends are removed: they would end the line. */
export function serverLines(token: string, url: string): string {
  const plain = (text: string) => text.replace(/["\r\n]/g, '');
  return `set vitrine_token "${plain(token)}"\nset vitrine_url "${plain(url)}"\nensure vitrine`;
}

/** Shows enough of a secret to recognise it, and too little to use it. */
export function masked(secret: string): string {
  return `${secret.slice(0, 4)}${'•'.repeat(12)}${secret.slice(-4)}`;
}
