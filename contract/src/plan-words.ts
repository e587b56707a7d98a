import type { Plan } from './plans.ts';

/** Plans in words. Free of Zod, so that every page may use it. */

/** How long a payment of so many months gives the plan for. */
export const periodText = (months: number): string => (months === 12 ? '1 ano' : '1 mês');

/** A plan's features by line: 'Até N produtos' or unlimited, Discord, discounts, payment (SPEC.md section 2). */
export function featuresOf(plan: Plan): string[] {
  const upTo = (limit: number | undefined, noun: string, unlimited: string) =>
    limit === undefined ? unlimited : `Até ${limit} ${noun}`;
  return [
    upTo(plan.productLimit, 'produtos', 'Produtos ilimitados'),
    upTo(plan.categoryLimit, 'categorias', 'Categorias ilimitadas'),
    upTo(plan.subUserLimit, 'sub-usuários', 'Sub-usuários ilimitados'),
    ...(plan.discordIntegration ? ['Integração com Discord'] : []),
    'Descontos ilimitados',
    'Todos os métodos de pagamento',
  ];
}
