/** Names of columns and fields as people read them in the log; others stay as they are. */
const labels: Record<string, string> = {
  name: 'Nome',
  subdomain: 'Domínio',
  description: 'Descrição',
  primary_color: 'Cor primária',
  secondary_color: 'Cor secundária',
  logo: 'Logo',
  banner: 'Banner',
  status: 'Status',
  legal: 'Dados legais',
  settings: 'Ajustes',
  role: 'Papel',
  email: 'E-mail',
  token: 'Token',
  nickname: 'Conta',
  price: 'Preço',
  stock: 'Estoque',
  category: 'Categoria',
  code: 'Código',
  value: 'Valor',
  active: 'Ativo',
  inactive: 'Inativo',
  compare_at: 'Preço original',
  featured: 'Destaque',
  buy_limit: 'Limite por cliente',
  remove_days: 'Remover após (dias)',
  actions: 'Ações',
  min: 'Valor mínimo',
  max_uses: 'Limite de usos',
  expires_at: 'Expira em',
  limit_by: 'Limitar por',
  label: 'Pergunta',
  choices: 'Opções',
  required: 'Obrigatória',
};

/** What a log entry kept of a change, one line per field; null if it kept nothing. */
export function auditText(kept: unknown): string | null {
  if (kept === null || kept === undefined) return null;
  if (typeof kept !== 'object') return valueText(kept);
  return Object.entries(kept)
    .map(([key, value]) => `${labels[key] ?? key}: ${valueText(value)}`)
    .join('\n');
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, inner]) => `${labels[key] ?? key} ${valueText(inner)}`)
      .join(', ');
  }
  return labels[String(value)] ?? String(value);
}
