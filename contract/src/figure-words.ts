/** Ranges and steps of the figures in words, without a schema, for the panel's pages. */

/** Ranges of days, each up to this moment. `custom` names its days. */
export const figureRangeTexts = {
  today: 'Hoje',
  '7d': '7 dias',
  '30d': '30 dias',
  '90d': '90 dias',
  year: 'Este ano',
  custom: 'Personalizado',
} as const;
export type FigureRange = keyof typeof figureRangeTexts;
export const figureRanges = Object.keys(figureRangeTexts) as [FigureRange, ...FigureRange[]];

/** Into what a range is cut. Weeks begin on Monday. */
export const figureStepTexts = { day: 'Dia', week: 'Semana', month: 'Mês' } as const;
export type FigureStep = keyof typeof figureStepTexts;
export const figureSteps = Object.keys(figureStepTexts) as [FigureStep, ...FigureStep[]];

/** What a file of the figures tells. */
export const figureParts = ['steps', 'products', 'coupons'] as const;
export type FigurePart = (typeof figureParts)[number];
