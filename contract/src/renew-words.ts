/** Sending deliveries as their product says today, in words, without a schema. */

/** Why a delivery is left out. */
export const renewLefts = ['same', 'gone', 'moved', 'unfit'] as const;
export type RenewLeft = (typeof renewLefts)[number];

export const renewLeftTexts: Record<RenewLeft, string> = {
  same: 'O produto ainda diz o mesmo',
  gone: 'O produto não tem mais uma ação deste tipo',
  moved: 'Já chegou, está saindo ou não vale mais',
  unfit: 'A ação do produto ainda não pode ser feita',
};
