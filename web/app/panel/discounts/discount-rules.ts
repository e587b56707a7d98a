import { zodResolver } from '@hookform/resolvers/zod';
import { DiscountCreate, discountTexts } from '@vitrine/contract/discounts';
import { z } from 'zod';
import type { DiscountValues } from './discount-form-model.ts';
import type { Selection } from './picker.ts';

/** The rules of the discount form, loaded when it is first checked. */

export const scopeText = 'Escolha ao menos uma categoria ou um produto.';

/** The body's own rules, and the form's question which products: a picked list that is empty would mean all of them. */
export const DiscountForm = z
  .object({
    scope: z.enum(['all', 'picked']),
    selection: z.custom<Selection>(),
    body: z.custom<z.input<typeof DiscountCreate>>(),
  })
  .superRefine(({ scope, selection, body }, context) => {
    const issue = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: field === 'selection' ? [field] : ['body', field], message });
    const found = new Set<string>();
    for (const { path, message } of DiscountCreate.safeParse(body).error?.issues ?? []) {
      found.add(String(path[0]));
      issue(String(path[0]), message);
    }
    // Rules between fields, which the schema does not reach while a field by itself is wrong.
    if (body.usageLimit === 'limited' && typeof body.usageCount !== 'number' && !found.has('usageCount')) {
      issue('usageCount', discountTexts.usageCount);
    }
    if (body.expiration === 'date' && !body.expirationDate && !found.has('expirationDate')) {
      issue('expirationDate', discountTexts.expirationDate);
    }
    if (scope === 'picked' && selection.categories.length + selection.products.length === 0) {
      issue('selection', scopeText);
    }
  });

// raw: what is sent are reais as typed, the schema's centavos are the server's
export const discountResolver = zodResolver<DiscountValues, unknown, DiscountValues>(DiscountForm, undefined, {
  raw: true,
});
