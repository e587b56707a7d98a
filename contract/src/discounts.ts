import { z } from 'zod';
import { Done, id, reais, requiredLine, subdomain, text, version } from './common.ts';
import { unfinishedIdentities } from './identity-input.ts';
import { limits } from './limits.ts';
import { formatCentavos, isWholeCentavos, toCentavos } from './money.ts';
import { OrderLine } from './orders.ts';

/** Discounts (SPEC.md sections 2 to 5; DECISIONS.md, The API). A "coupon" is a discount's code, as a shopper types it. */

export const discountTexts = {
  code: 'Informe o código do cupom.',
  codeLong: 'O código deve ter no máximo 20 caracteres.',
  type: 'Selecione o tipo de desconto.',
  value: 'Informe o valor do desconto.',
  /** SPEC.md allows 0, and the panel asks before it saves that. A value below one centavo would silently become 0. */
  fixedMin: 'O menor desconto, acima de zero, é de R$ 0,01.',
  fixedDecimals: 'Use no máximo 2 casas decimais.',
  percent: 'A porcentagem deve ser um número inteiro de 0 a 100.',
  minValue: 'Valor mínimo inválido.',
  usageCount: 'Informe o número de usos (mínimo 1).',
  expirationDate: 'Informe a data de expiração.',
  limitBy: 'Limite inválido.',
} as const;

const discountTypes = ['fixed', 'percentage'] as const;
const limitByKinds = ['', 'user_id', 'email', 'discord'] as const;

const discountFields = z.object({
  code: requiredLine(1000, discountTexts.code)
    .transform((value) => value.toUpperCase())
    .refine((value) => value.length <= limits.discountCodeMax, discountTexts.codeLong)
    .refine((value) => /^[\p{L}\p{N}_-]+$/u.test(value), 'Use apenas letras, números, hífen e sublinhado.'),
  type: z.enum(discountTypes, { error: discountTexts.type }),
  /** Reais for `fixed`, per cent for `percentage`. */
  value: z.number({ error: discountTexts.value }).min(0, discountTexts.value),
  minValue: reais(discountTexts.minValue).nullable().optional(),
  usageLimit: z.enum(['unlimited', 'limited']).default('unlimited'),
  usageCount: z
    .number()
    .int(discountTexts.usageCount)
    .min(1, discountTexts.usageCount)
    .max(limits.discountUsesMax, `O máximo é ${limits.discountUsesMax.toLocaleString('pt-BR')} usos.`)
    .nullable()
    .optional(),
  expiration: z.enum(['never', 'date']).default('never'),
  /** A date-time. Without an offset it is in the store's time zone (America/Sao_Paulo). */
  expirationDate: text(40).nullable().optional(),
  limitBy: z.enum(limitByKinds, { error: discountTexts.limitBy }).default(''),
  selectedCategories: z.array(id).max(1000).default([]),
  selectedProducts: z.array(id).max(5000).default([]),
  status: z.enum(['active', 'inactive']).optional(),
  subdomain: subdomain.optional(),
});

const checked = discountFields
  .refine((d) => d.type !== 'percentage' || (Number.isInteger(d.value) && d.value <= limits.discountPercentMax), {
    path: ['value'],
    message: discountTexts.percent,
  })
  .refine((d) => d.type !== 'fixed' || d.value * 100 <= limits.priceMaxCentavos, {
    path: ['value'],
    message: `O maior valor é ${formatCentavos(limits.priceMaxCentavos)}.`,
  })
  .refine((d) => d.type !== 'fixed' || d.value === 0 || (toCentavos(d.value) >= 1 && d.value > 0.0099), {
    path: ['value'],
    message: discountTexts.fixedMin,
  })
  .refine((d) => d.type !== 'fixed' || isWholeCentavos(d.value), {
    path: ['value'],
    message: discountTexts.fixedDecimals,
  })
  .refine((d) => d.usageLimit !== 'limited' || typeof d.usageCount === 'number', {
    path: ['usageCount'],
    message: discountTexts.usageCount,
  })
  .refine((d) => d.expiration !== 'date' || (d.expirationDate && !Number.isNaN(Date.parse(d.expirationDate))), {
    path: ['expirationDate'],
    message: discountTexts.expirationDate,
  });

/** POST /v1/discounts/create */
export const DiscountCreate = checked;
export type DiscountCreate = z.infer<typeof DiscountCreate>;
/** POST /v1/discounts/edit/{subdomain}/{id} */
export const DiscountEdit = checked.safeExtend({ version: version.optional() });
export type DiscountEdit = z.infer<typeof DiscountEdit>;

/** POST /v1/discounts/check: the checkout's coupon box. */
export const DiscountCheck = z.object({
  subdomain: subdomain.optional(),
  code: text(limits.discountCodeMax),
  idProducts: z.array(OrderLine).max(limits.orderLinesMax),
  clientId: z.number().int().optional(),
  identities: unfinishedIdentities.optional(),
  email: text(limits.emailMax).optional(),
  discordId: text(30).optional(),
});
export type DiscountCheck = z.infer<typeof DiscountCheck>;

/** What the coupon takes off the cart. Money is in reais. */
export const DiscountCheckAnswer = Done.extend({
  /** As the store writes it. */
  code: z.string(),
  type: z.enum(discountTypes),
  /** Reais for `fixed`, per cent for `percentage`. */
  value: z.number(),
  subtotal: z.number(),
  discount: z.number(),
  total: z.number(),
});
export type DiscountCheckAnswer = z.infer<typeof DiscountCheckAnswer>;

export const Discount = z.object({
  _id: id,
  code: z.string(),
  type: z.enum(discountTypes),
  /** Reais for `fixed`, per cent for `percentage`. */
  value: z.number(),
  /** Reais; null: any cart. */
  minValue: z.number().nullable(),
  /** ISO date-time; null: never. */
  expiresAt: z.string().nullable(),
  /** `expired` after its date, even if its switch is on. */
  status: z.enum(['active', 'inactive', 'expired']),
  /** How many times it was used. */
  usageCount: z.number().int(),
  /** null: unlimited. */
  maxUsage: z.number().int().nullable(),
  limitBy: z.enum(limitByKinds),
  /** If this and `selectedProducts` are empty: every product. */
  selectedCategories: z.array(id),
  selectedProducts: z.array(id),
  /** ISO date-time. */
  createdAt: z.string(),
  version,
});
export type Discount = z.infer<typeof Discount>;

export const DiscountsAnswer = Done.extend({ discounts: z.array(Discount) });
export const DiscountMade = Done.extend({ discount: Discount.pick({ _id: true, code: true }) });
