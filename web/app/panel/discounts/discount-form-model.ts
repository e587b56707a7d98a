import { formatDateTime } from '@vitrine/contract/dates';
import type { Discount, DiscountCreate } from '@vitrine/contract/discounts';
import { formatReais } from '@vitrine/contract/money';
import type { z } from 'zod';
import { toLocal } from '../form/local-time.ts';
import type { SaveQuestion } from '../form/use-save-question.client.tsx';
import { currentSelection, emptySelection, type PickerCategory, type Selection } from './picker.ts';

/** The values of the discount form, the body that it sends, and the texts of a discount. */

export interface DiscountValues {
  scope: 'all' | 'picked';
  selection: Selection;
  body: z.input<typeof DiscountCreate>;
}

/** The form of a new discount (SPEC.md section 4: fixed, unlimited, never expires) or of an existing one. */
export function valuesOf(discount: Discount | undefined, catalog: readonly PickerCategory[]): DiscountValues {
  const stored = discount
    ? { categories: discount.selectedCategories, products: discount.selectedProducts }
    : emptySelection;
  return {
    scope: stored.categories.length + stored.products.length > 0 ? 'picked' : 'all',
    selection: currentSelection(stored, catalog),
    body: {
      code: discount?.code ?? '',
      type: discount?.type ?? 'fixed',
      value: discount?.value ?? Number.NaN,
      minValue: discount?.minValue ?? null,
      usageLimit: discount && discount.maxUsage !== null ? 'limited' : 'unlimited',
      usageCount: discount?.maxUsage ?? null,
      expiration: discount?.expiresAt ? 'date' : 'never',
      expirationDate: discount?.expiresAt ? toLocal(discount.expiresAt) : '',
      limitBy: discount?.limitBy ?? '',
      // This is the owner's own switch: an expired discount is still switched on.
      status: discount?.status === 'inactive' ? 'inactive' : 'active',
    },
  };
}

/** Body of POST /v1/discounts/create and of the edit. Fields that the form does not use are left out. */
export function bodyOf({ scope, selection, body }: DiscountValues) {
  const picked = scope === 'picked' ? selection : emptySelection;
  return {
    ...body,
    usageCount: body.usageLimit === 'limited' ? body.usageCount : null,
    expirationDate: body.expiration === 'date' ? body.expirationDate : null,
    selectedCategories: [...picked.categories],
    selectedProducts: [...picked.products],
  };
}

/** What the form asks before it saves: about a coupon that becomes worth nothing. */
export function saveQuestion({ body }: DiscountValues, before: DiscountValues): SaveQuestion | null {
  if (body.value !== 0 || before.body.value === 0) return null;
  return {
    title: 'Este cupom não vai dar desconto?',
    text: 'Com valor zero, quem usa o cupom paga o preço inteiro, e o uso conta.',
    confirm: 'Salvar com valor zero',
  };
}

/** `R$ 10,50` or `15%`. */
export function valueText({ type, value }: Pick<Discount, 'type' | 'value'>): string {
  return type === 'fixed' ? formatReais(value) : `${value}%`;
}

/** `24/12/2026, 23:59`, or 'Nunca'. */
export function expiryText(expiresAt: string | null): string {
  return expiresAt === null ? 'Nunca' : formatDateTime(expiresAt);
}

/** `3/100`; without a limit `3/∞`. */
export function usageText({ usageCount, maxUsage }: Pick<Discount, 'usageCount' | 'maxUsage'>): string {
  return `${usageCount}/${maxUsage ?? '∞'}`;
}

export const statusTexts = {
  active: { text: 'ATIVO', tone: 'ok' },
  inactive: { text: 'INATIVO', tone: 'neutral' },
  expired: { text: 'EXPIRADO', tone: 'bad' },
} as const;
