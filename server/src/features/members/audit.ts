import { alertKinds } from '@vitrine/contract/alert-kinds';
import { linkTexts } from '@vitrine/contract/store-links';

/** Names of logged fields as people read them. A field without a name fails server/src/proof/audit.test.ts. */
export const fieldNames: Record<string, string> = {
  ...linkTexts,
  action: 'Ação',
  actions: 'Ações',
  active: 'Ativo',
  address: 'Endereço',
  banner: 'Banner',
  buy_limit: 'Limite por cliente',
  card: 'Cartões',
  category: 'Categoria',
  checkDiscord: 'Conferir o Discord na cidade',
  choices: 'Opções',
  cityCheck: 'ID que a cidade não confirma',
  client: 'ID da cidade',
  code: 'Código',
  compare_at: 'Preço original',
  contact: 'Contato',
  corners: 'Cantos',
  delivers: 'Entrega',
  density: 'Lista de produtos',
  description: 'Descrição',
  discord_id: 'ID do Discord',
  document: 'CNPJ ou CPF',
  email: 'E-mail',
  expireFrom: 'Dias contam a partir de',
  expires_at: 'Expira em',
  featured: 'Destaque',
  from: 'de',
  ground: 'Fundo',
  guild_id: 'Servidor do Discord',
  identity: 'ID pedido ao comprador',
  identity_help: 'Ajuda do ID',
  identity_label: 'Nome do ID',
  images: 'Imagens',
  in_menu: 'No menu',
  label: 'Pergunta',
  legal: 'Dados legais',
  letters: 'Letras',
  limit_by: 'Limitar por',
  links: 'Links',
  logo: 'Logo',
  look: 'Aparência',
  max_uses: 'Limite de usos',
  min: 'Valor mínimo',
  name: 'Nome',
  nickname: 'Conta',
  noMail: 'Sem e-mail para',
  opens_at: 'Abre em',
  options: 'Perguntas do produto',
  order: 'Ordem',
  otherPaymentHours: 'Prazo de outros pagamentos (horas)',
  pixMinutes: 'Prazo do Pix (minutos)',
  plan: 'Plano',
  players: 'Jogador',
  price: 'Preço',
  primary_color: 'Cor primária',
  privacy: 'Privacidade',
  quiet: 'Horas de silêncio',
  refunded: 'Devolvido',
  remove_days: 'Remover após (dias)',
  required: 'Obrigatória',
  role: 'Papel',
  scheme: 'Claro ou escuro',
  searchWords: 'Palavras da busca',
  secondary_color: 'Cor secundária',
  sections: 'Seções',
  settings: 'Ajustes',
  silenceMinutes: 'Minutos sem resposta',
  silence_minutes: 'Minutos sem resposta',
  slug: 'Endereço',
  status: 'Situação',
  stock: 'Estoque',
  subdomain: 'Domínio',
  terms: 'Termos',
  theme: 'Tema',
  title: 'Título',
  token: 'Token',
  until: 'até',
  value: 'Valor',
  video: 'Vídeo',
};

/** Values that the product itself names, as people read them; others stay as they were typed. */
const valueNames: Record<string, string> = {
  ...Object.fromEntries(Object.entries(alertKinds).map(([name, { label }]) => [name, label])),
  active: 'ativa',
  inactive: 'inativa',
  admin: 'Administrador',
  attendant: 'Atendente',
  manager: 'Gerente',
  warn: 'avisa',
  require: 'impede a compra',
  completion: 'pagamento',
  delivery: 'entrega',
  cards: 'cartões',
  rows: 'linhas',
  pairs: 'duas colunas',
  vitrine: 'Vitrine',
  night: 'Cidade',
  paper: 'Papel',
  arcade: 'Arcade',
  realm: 'Reino',
  minimal: 'Mínimo',
  noir: 'Noir',
  auto: 'automático',
  dark: 'escuro',
  light: 'claro',
  square: 'retos',
  soft: 'suaves',
  round: 'redondos',
  line: 'com linha',
  flat: 'lisos',
  shadow: 'com sombra',
  pattern: 'com desenho',
  plain: 'simples',
  street: 'de rua',
  press: 'de jornal',
  pixel: 'de fliperama',
  herald: 'medievais',
  city_id: 'ID da cidade',
  citizen_id: 'citizenid',
  identifier: 'identifier',
  minecraft_name: 'nome no Minecraft',
  minecraft_uuid: 'UUID do Minecraft',
  mta_account: 'conta do MTA',
};

const named = (field: string) => fieldNames[field] ?? field;

/** What a log entry kept of a change, one line per field; null if it kept nothing. */
export function auditText(kept: unknown): string | null {
  if (kept === null || kept === undefined) return null;
  if (typeof kept !== 'object' || Array.isArray(kept)) return valueText(kept);
  return Object.entries(kept)
    .map(([field, value]) => `${named(field)}: ${valueText(value)}`)
    .join('\n');
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(valueText).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([field, inner]) => `${named(field)} ${valueText(inner)}`)
      .join(', ');
  }
  return valueNames[String(value)] ?? String(value);
}
