import { formatDateTime } from '@vitrine/contract/dates';
import { lookWords } from '@vitrine/contract/look-words';
import { linkKinds, linkTexts } from '@vitrine/contract/store-links';
import { themeTable } from '@vitrine/contract/theme-table';
import { type FieldWords, field, oneOf, yesNo } from '../form/edited/differences.ts';
import type { SettingsValues } from './settings-form.ts';

const themes = Object.fromEntries(Object.entries(themeTable).map(([theme, { name }]) => [theme, name]));
const picture = (address: string | null | undefined) => (address ? 'Com imagem' : 'Sem imagem');
const chosenLook = { scheme: 'Modo', letters: 'Letras', corners: 'Cantos', card: 'Cartões', ground: 'Fundo' } as const;

/** The fields of the settings, for the dialog that asks which of two saves stays. */
export const settingsFields: FieldWords<SettingsValues>[] = [
  field('nameStore', 'Nome da loja'),
  field('nameDomain', 'Domínio'),
  field('description', 'Descrição'),
  field('opensAt', 'Abertura', (at: string | null) => (at ? formatDateTime(at) : 'Já aberta')),
  ...linkKinds.map((kind) => field<SettingsValues>(`settings.links.${kind}`, linkTexts[kind])),
  field('settings.searchWords', 'Palavras da busca'),
  field('branding.logo', 'Logo', picture),
  field('branding.banner', 'Banner', picture),
  field('branding.primaryColor', 'Cor primária'),
  field('branding.secondaryColor', 'Cor secundária'),
  field('settings.density', 'Lista de produtos', oneOf(lookWords.density)),
  field('settings.look.theme', 'Tema', oneOf(themes)),
  ...Object.entries(chosenLook).map(([part, label]) =>
    field<SettingsValues>(`settings.look.${part}`, label, (value: string | undefined) =>
      value ? oneOf(lookWords[part as keyof typeof chosenLook])(value) : 'Do tema',
    ),
  ),
  {
    paths: ['mercadoPago.accessToken'],
    label: 'Token de acesso do Mercado Pago',
    text: ({ mercadoPago }) => (isMask(mercadoPago?.accessToken) ? 'O que está salvo' : 'O que você colou'),
    // A mask counts as empty, because this person did not type it.
    compared: ({ mercadoPago }) => (isMask(mercadoPago?.accessToken) ? '' : mercadoPago?.accessToken),
  },
  field('settings.pixMinutes', 'Pix espera (minutos)'),
  field('settings.otherPaymentHours', 'Outros pagamentos esperam (horas)'),
  field(
    'settings.expireFrom',
    'Os dias de um produto contam',
    oneOf({ completion: 'A partir do pagamento', delivery: 'A partir da entrega' }),
  ),
  field('settings.checkDiscord', 'Conferir o Discord antes de entregar no jogo', yesNo),
  field('settings.cityCheck', 'ID que a cidade não confirma', oneOf({ warn: 'Avisa', require: 'Impede a compra' })),
  field('legal.name', 'Nome ou razão social'),
  field('legal.document', 'CPF ou CNPJ'),
  field('legal.address', 'Endereço'),
  field('legal.contact', 'Contato'),
  field('legal.terms', 'Termos de uso'),
  field('legal.privacy', 'Política de privacidade'),
];

const isMask = (token = '') => token === '' || token.includes('•');
