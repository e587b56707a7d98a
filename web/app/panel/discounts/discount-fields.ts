import { type FieldWords, field, listed, oneOf, reais, yesNo } from '../form/edited/differences.ts';
import { bodyOf, type DiscountValues } from './discount-form-model.ts';
import type { CatalogCategory } from './discount-queries.ts';

const limits = { '': 'Sem esse limite', user_id: 'Pelo jogador', email: 'Pelo e-mail', discord: 'Pelo Discord' };

/** The date-time of the form's field, `2026-12-24T23:59`, as people read it. */
const moment = (text: string | null | undefined) => {
  const [date = '', time = ''] = (text ?? '').split('T');
  return date ? `${date.split('-').reverse().join('/')} ${time}` : '';
};

/** The fields of the discount form, for the dialog that asks which of two saves stays. */
export function discountFields(catalog: readonly CatalogCategory[]): FieldWords<DiscountValues>[] {
  const products = catalog.flatMap(({ named }) => named);
  const namesOf = ({ scope, selection }: DiscountValues) =>
    scope === 'all'
      ? 'Todos os produtos'
      : listed([
          ...catalog.filter(({ id }) => selection.categories.includes(id)).map(({ name }) => name),
          ...products.filter(({ id }) => selection.products.includes(id)).map(({ name }) => name),
        ]);
  return [
    field('body.code', 'Código'),
    {
      // 10 reais of one and 10 per cent of the other are not to be mixed
      paths: ['body.type', 'body.value'],
      label: 'Desconto',
      text: ({ body }) => (body.type === 'fixed' ? reais(body.value) : `${body.value}%`),
    },
    field('body.minValue', 'Valor mínimo do pedido', reais),
    field('body.status', 'Cupom ativo', (status: string | undefined) => yesNo(status !== 'inactive')),
    {
      paths: ['body.usageLimit', 'body.usageCount'],
      label: 'Número de usos',
      text: ({ body }) => (body.usageLimit === 'limited' ? String(body.usageCount ?? '') : 'Ilimitado'),
      compared: (state) => bodyOf(state).usageCount,
    },
    {
      paths: ['body.expiration', 'body.expirationDate'],
      label: 'Expiração',
      text: ({ body }) => (body.expiration === 'date' ? moment(body.expirationDate) : 'Nunca'),
      compared: (state) => bodyOf(state).expirationDate,
    },
    field('body.limitBy', 'Um uso por cliente', oneOf(limits)),
    {
      paths: ['scope', 'selection'],
      label: 'Vale para',
      text: namesOf,
      compared: (state) => {
        const { selectedCategories, selectedProducts } = bodyOf(state);
        return [selectedCategories.sort(), selectedProducts.sort()];
      },
    },
  ];
}
