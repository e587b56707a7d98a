import type { SheetLookAnswer } from '@vitrine/contract/product-sheet';
import { formatNumber } from '../../../lib/format.ts';

interface Counted {
  created: number;
  changed: number;
}

export const counted = ({ created, changed }: SheetLookAnswer): Counted => ({
  created: created.length,
  changed: changed.length,
});

export const products = (count: number) => (count === 1 ? '1 produto' : `${formatNumber(count)} produtos`);

/** "Criar 2 e mudar 3 produtos" before the press, "2 produtos criados, 3 mudados" after it. */
export function doing({ created, changed }: Counted, when: 'todo' | 'done'): string {
  if (when === 'todo') {
    if (created === 0) return `Mudar ${products(changed)}`;
    if (changed === 0) return `Criar ${products(created)}`;
    return `Criar ${formatNumber(created)} e mudar ${products(changed)}`;
  }
  const made = `${products(created)} ${created === 1 ? 'criado' : 'criados'}`;
  const edited = `${products(changed)} ${changed === 1 ? 'mudado' : 'mudados'}`;
  return [created > 0 ? made : '', changed > 0 ? edited : ''].filter(Boolean).join(', ');
}
