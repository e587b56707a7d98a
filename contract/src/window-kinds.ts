/** The parts of a shop window that an owner builds, without schemas, so that panel and shop read them alike. */

export const sectionKinds = [
  'announcement',
  'hero',
  'featured',
  'category',
  'split',
  'faq',
  'rules',
  'tiers',
  'countdown',
  'proof',
  'goal',
  'buyers',
  'supporters',
  'staff',
  'video',
  'discord',
] as const;
export type SectionKind = (typeof sectionKinds)[number];

/** For the owner: what a section is called, and what it does. */
export const sectionWords: Record<SectionKind, { name: string; says: string }> = {
  announcement: { name: 'Faixa de aviso', says: 'Uma frase. No começo da lista, fica acima de tudo.' },
  hero: { name: 'Capa', says: 'Imagem grande com título e botão. No começo, fica no lugar do banner.' },
  featured: { name: 'Destaques', says: 'Os produtos que você marcou como destaque.' },
  category: { name: 'Prateleira', says: 'Os produtos de uma categoria, no lugar que você escolher.' },
  split: { name: 'Imagem e texto', says: 'Uma imagem ao lado de um texto.' },
  faq: { name: 'Perguntas', says: 'Perguntas que abrem ao toque.' },
  rules: { name: 'Regras', says: 'Uma lista numerada.' },
  tiers: { name: 'Comparação', says: 'De dois a quatro produtos lado a lado, com o que cada um dá.' },
  countdown: { name: 'Contagem', says: 'Quanto falta para uma data. Some quando ela chega.' },
  proof: { name: 'Entregas', says: 'Quantas entregas a loja fez em 7 dias. Números reais, ou nada.' },
  goal: { name: 'Meta do mês', says: 'Quanto falta para a meta de vendas do mês.' },
  buyers: { name: 'Compradores recentes', says: 'Quem comprou e deixou o nome aparecer, abreviado.' },
  supporters: { name: 'Apoiadores do mês', says: 'Quem mais comprou no mês e deixou o nome aparecer, sem valores.' },
  staff: { name: 'Equipe', says: 'Quem cuida da cidade.' },
  video: { name: 'Vídeo', says: 'Um vídeo do YouTube. Só carrega quando a pessoa toca.' },
  discord: { name: 'Discord', says: 'Quem está no seu Discord. Só carrega quando a pessoa toca.' },
};

/** Longest texts and lists of sections. */
export const windowLimits = {
  sections: 30,
  /** Characters of a whole window as JSON. */
  characters: 60_000,
  /** Publications that the history keeps. */
  publications: 20,
  line: 160,
  title: 80,
  button: 30,
  text: 1_500,
  questions: 20,
  rules: 40,
  rule: 300,
  /** Products of the featured shelf: the first ones of the catalogue that the owner marked. */
  featured: 12,
  tiersLeast: 2,
  tiers: 4,
  /** Rows of a comparison. */
  tierBenefits: 12,
  people: 24,
  name: 60,
  goalReais: 1_000_000,
  shade: 90,
  /** Proof of deliveries is shown from this many in `proofDays` days. */
  proofLeast: 20,
  proofDays: 7,
  /** Names of recent buyers, of purchases of the last `buyersDays` days; and of the month's supporters. */
  buyers: 8,
  buyersDays: 30,
  supporters: 5,
} as const;

/** The address of a video that an owner may paste, as YouTube writes it; the first group is its id. */
const VIDEO =
  /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[\w=&-]*&)?v=|shorts\/|live\/|embed\/)|youtu\.be\/)([\w-]{11})(?:[?&#/].*)?$/;

/** The id of a YouTube video; null for any other address. */
export const videoId = (address: string): string | null => VIDEO.exec(address.trim())?.[1] ?? null;

/** The address of a video of YouTube by its id. */
export const videoAddress = (id: string): string => `https://www.youtube.com/watch?v=${id}`;

/** The id of a Discord server, as Discord's own settings copy it. */
export const GUILD = /^\d{17,20}$/;
