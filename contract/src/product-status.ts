/** What a product is for sale as, without schemas, so that the panel's pages load none. */

/** What an owner sets: `draft` is still being made, `hidden` was taken out of the shop, `archived` is put away. */
export const productStatuses = ['shown', 'draft', 'hidden', 'archived'] as const;
export type ProductStatus = (typeof productStatuses)[number];

export const productStatusTexts: Record<ProductStatus, { name: string; help: string }> = {
  shown: { name: 'Na loja', help: 'Todo mundo vê e pode comprar.' },
  draft: { name: 'Rascunho', help: 'Ainda em preparo. Só a equipe vê.' },
  hidden: { name: 'Escondido', help: 'Saiu da loja. Ninguém vê nem compra.' },
  archived: { name: 'Arquivado', help: 'Guardado fora das listas. Não conta no plano.' },
};

/** Where it stands now: a shown product may be outside its window. */
export const saleStates = ['on_sale', 'scheduled', 'ended', 'draft', 'hidden', 'archived'] as const;
export type SaleState = (typeof saleStates)[number];

export const saleStateTexts: Record<SaleState, string> = {
  on_sale: 'À venda',
  scheduled: 'Agendado',
  ended: 'Encerrado',
  draft: productStatusTexts.draft.name,
  hidden: productStatusTexts.hidden.name,
  archived: productStatusTexts.archived.name,
};

interface Sale {
  status: ProductStatus;
  showsAt: string | null;
  hidesAt: string | null;
}

/** The state of a product at a moment. The server's function `on_sale` decides whether it is sold. */
export function saleStateOf({ status, showsAt, hidesAt }: Sale, now: Date): SaleState {
  if (status !== 'shown') return status;
  if (showsAt !== null && new Date(showsAt) > now) return 'scheduled';
  return hidesAt !== null && new Date(hidesAt) <= now ? 'ended' : 'on_sale';
}

/** How a price that rose or fell by a percentage is rounded: to the centavo, to whole reais, or to ",90". */
export const priceRoundings = ['centavo', 'real', 'ninety'] as const;
export type PriceRounding = (typeof priceRoundings)[number];

export const priceRoundingTexts: Record<PriceRounding, string> = {
  centavo: 'Ao centavo',
  real: 'A reais inteiros',
  ninety: 'Terminar em ,90',
};
