import { zodResolver } from '@hookform/resolvers/zod';
import { DiscountCreate, discountTexts } from '@vitrine/contract/discounts';
import { z } from 'zod';
import type { DiscountValues } from './discount-form-model.ts';
import type { Selection } from './picker.ts';

/** The rules of the discount form, loaded when it is first checked. */

export const scopeText = 'Escolha ao menos uma categoria ou um produto.';

/** The body's rules, and one more for the form: the list of picked products is never empty, because an empty list means all products. */
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
    // The schema checks rules between fields only if each field by itself is right, so these rules are checked here
    // as well.
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

// raw: the form sends reais as typed; the schema's centavos are for the server
export const discountResolver = zodResolver<DiscountValues, unknown, DiscountValues>(DiscountForm, undefined, {
  raw: true,
});
