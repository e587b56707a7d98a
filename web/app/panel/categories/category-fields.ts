import { type FieldWords, field } from '../form/edited/differences.ts';
import type { CategoryState } from './category-form.client.tsx';

/** The fields of the category form, for the dialog that asks which of two saves stays. */
export const categoryFields: FieldWords<CategoryState>[] = [
  field('name', 'Nome da categoria'),
  field('description', 'Texto'),
  field('imageUrl', 'Imagem', (image: string | null) => (image ? 'Com imagem' : 'Sem imagem')),
];
