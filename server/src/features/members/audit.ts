import { targetTexts } from '@vitrine/contract/action-types';
import { lookWords } from '@vitrine/contract/look-words';
import { noticeKindNames, noticeLabel } from '@vitrine/contract/notice-kinds';
import { deliveryStateTexts } from '@vitrine/contract/order-words';
import { permissionNames, permissions } from '@vitrine/contract/permissions';
import { productStatusTexts } from '@vitrine/contract/product-status';
import { roleTexts } from '@vitrine/contract/roles';
import { linkTexts } from '@vitrine/contract/store-links';
import { themeTable } from '@vitrine/contract/theme-table';

/**
 * Names of logged fields as people read them, in the order in which an entry shows them. A field without a name fails
 * server/src/proof/audit.test.ts.
 */
export const fieldNames: Record<string, string> = {
  name: 'Nome',
  title: 'Título',
  code: 'Código',
  category: 'Categoria',
  price: 'Preço',
  compare_at: 'Preço original',
  value: 'Valor',
  min: 'Valor mínimo',
  stock: 'Estoque',
  low_stock: 'Avisar quando restar',
  featured: 'Destaque',
  filter: 'Filtro',
  active: 'Ativo',
  description: 'Descrição',
  images: 'Imagens',
  video: 'Vídeo',
  options: 'Perguntas do produto',
  actions: 'Ações',
  action: 'Ação',
  role: 'Papel',
  permissions: 'Pode',
  approvalFrom: 'Duas pessoas a partir de',
  factorDays: 'Prazo para a verificação em duas etapas (dias)',
  email: 'E-mail',
  address: 'Endereço',
  banner: 'Banner',
  buy_limit: 'Limite por cliente',
  card: 'Cartões',
  checkDiscord: 'Conferir o Discord na cidade',
  choices: 'Opções',
  cityCheck: 'ID que a cidade não confirma',
  client: 'ID da Cidade',
  contact: 'Contato',
  corners: 'Cantos',
  delivers: 'Entrega',
  density: 'Lista de produtos',
  discord_id: 'ID do Discord',
  document: 'CNPJ ou CPF',
  expireFrom: 'Dias contam a partir de',
  expires_at: 'Expira em',
  from: 'de',
  game: 'Jogo',
  ground: 'Fundo',
  guild_id: 'Servidor do Discord',
  host: 'Endereço do servidor',
  port: 'Porta',
  identity: 'ID pedido ao comprador',
  identity_help: 'Ajuda do ID',
  identity_label: 'Nome do ID',
  in_menu: 'No menu',
  label: 'Pergunta',
  legal: 'Dados legais',
  letters: 'Letras',
  limit_by: 'Limitar por',
  links: 'Links',
  logo: 'Logo',
  look: 'Aparência',
  max_uses: 'Limite de usos',
  nickname: 'Conta',
  note: 'Anotação',
  noMail: 'Sem e-mail para',
  opens_at: 'Abre em',
  order: 'Ordem',
  otherPaymentHours: 'Prazo de outros pagamentos (horas)',
  pixMinutes: 'Prazo do Pix (minutos)',
  plan: 'Plano',
  position: 'Posição',
  players: 'Jogador',
  primary_color: 'Cor primária',
  privacy: 'Privacidade',
  quiet: 'Horas de silêncio',
  refunded: 'Devolvido',
  items: 'Itens',
  remove_days: 'Remover após (dias)',
  required: 'Obrigatória',
  scheme: 'Modo',
  searchWords: 'Palavras da busca',
  secondary_color: 'Cor secundária',
  sections: 'Seções',
  shown: 'No ar',
  settings: 'Ajustes',
  silenceMinutes: 'Minutos sem resposta',
  silence_minutes: 'Minutos sem resposta',
  shows_at: 'Entra na loja em',
  hides_at: 'Sai da loja em',
  slug: 'Endereço',
  approved: 'Aprovado',
  buyer: 'Cliente',
  byMail: 'Avisos por e-mail',
  byPush: 'Avisos no navegador',
  reason: 'Motivo',
  asked: 'Cancelamento pedido ao servidor',
  debt: 'Dívida',
  state: 'Estado da entrega',
  status: 'Situação',
  subdomain: 'Domínio',
  tags: 'Etiquetas',
  terms: 'Termos',
  theme: 'Tema',
  token: 'Token',
  until: 'até',
  ...linkTexts,
};

const noticeNames = Object.fromEntries(noticeKindNames.map((name) => [name, noticeLabel(name)]));

const statusNames = Object.fromEntries(
  Object.entries(productStatusTexts).map(([status, { name }]) => [status, name.toLowerCase()]),
);

/** Values that the product itself names, by their field. What an owner typed stays as it was typed. */
const valueNames: Record<string, Readonly<Record<string, string>>> = {
  ...lookWords,
  theme: Object.fromEntries(Object.entries(themeTable).map(([theme, { name }]) => [theme, name])),
  status: { active: 'ativa', inactive: 'inativa', ...statusNames },
  state: deliveryStateTexts,
  debt: { open: 'em aberto', settled: 'acertada', forgiven: 'perdoada' },
  // entries from before kept the role's own name
  role: roleTexts,
  permissions: Object.fromEntries(permissionNames.map((name) => [name, permissions[name].text])),
  byMail: noticeNames,
  byPush: noticeNames,
  // entries from before
  noMail: noticeNames,
  cityCheck: { warn: 'avisa', require: 'impede a compra' },
  expireFrom: { completion: 'pagamento', delivery: 'entrega' },
  game: Object.fromEntries(Object.entries(targetTexts).map(([game, { badge }]) => [game, badge])),
  identity: {
    city_id: 'ID da Cidade',
    citizen_id: 'citizenid',
    identifier: 'identifier',
    minecraft_name: 'nome no Minecraft',
    minecraft_uuid: 'UUID do Minecraft',
    mta_account: 'conta do MTA',
  },
};

const named = (field: string) => fieldNames[field] ?? field;
const places = new Map(Object.keys(fieldNames).map((field, place) => [field, place]));
const placeOf = (field: string) => places.get(field) ?? places.size;

/** Fields in the order of their names. The database keeps them in an order of its own. */
const inOrder = (kept: object) => Object.entries(kept).sort(([one], [other]) => placeOf(one) - placeOf(other));
const isEmpty = (value: unknown) => value === null || value === '' || value === false;

/** What a log entry kept of a change, one line per field; null if it kept nothing. `filled` leaves out what is empty. */
export function auditText(kept: unknown, { filled = false } = {}): string | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const fields = inOrder(kept).filter(([, value]) => !(filled && isEmpty(value)));
  return fields.map(([field, value]) => `${named(field)}: ${valueText(field, value)}`).join('\n') || null;
}

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (Array.isArray(value)) return value.map((one) => valueText(field, one)).join(', ') || '—';
  if (typeof value === 'object') {
    return inOrder(value)
      .map(([inner, part]) => `${named(inner)} ${valueText(inner, part)}`)
      .join(', ');
  }
  const names = valueNames[field] ?? {};
  return Object.hasOwn(names, String(value)) ? (names[String(value)] ?? '') : String(value);
}
