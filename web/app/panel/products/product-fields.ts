import { joinActions, listName } from '@vitrine/contract/action-lists';
import { actionSentence } from '@vitrine/contract/action-text';
import { actionTargets, targetTexts } from '@vitrine/contract/action-types';
import type { Action } from '@vitrine/contract/actions';
import type { Category } from '@vitrine/contract/catalog';
import { formatDateTime } from '@vitrine/contract/dates';
import { type ProductStatus, productStatusTexts } from '@vitrine/contract/product-status';
import { formatNumber } from '../../lib/format.ts';
import { type FieldWords, field, listed, reais, yesNo } from '../form/edited/differences.ts';
import type { ProductState } from './product-form-model.ts';

/** The actions of one target. Their ids only order them. */
const actionsOf = (state: ProductState, target: Action['target']) =>
  joinActions(state as Parameters<typeof joinActions>[0]).filter((action) => action.target === target);

const count = ({ images }: ProductState) => {
  const alts = images.map(({ alt }) => alt).filter((alt) => alt !== '');
  const number = images.length === 1 ? '1 imagem' : `${images.length} imagens`;
  return images.length === 0 ? 'Nenhuma imagem' : [number, ...alts].join(' · ');
};

const numberOr = (none: string) => (value: number | null) => (typeof value === 'number' ? formatNumber(value) : none);

const moment = (none: string) => (at: string | null) => (at ? formatDateTime(at) : none);

/** The fields of the product form, for the dialog that asks which of two saves stays. */
export const productFields = (categories: readonly Category[]): FieldWords<ProductState>[] => [
  field('name', 'Nome'),
  field('categoryId', 'Categoria', (id: string) => categories.find(({ _id }) => _id === id)?.name ?? ''),
  field('description', 'Descrição'),
  field('status', 'Situação', (status: ProductStatus) => productStatusTexts[status].name),
  field('showsAt', 'Entra na loja em', moment('Já')),
  field('hidesAt', 'Sai da loja em', moment('Fica')),
  field('featured', 'Produto em destaque', yesNo),
  field('price', 'Preço', reais),
  field('compareAtPrice', 'Preço original', reais),
  field('stock', 'Estoque', numberOr('Sem limite')),
  field('lowStock', 'Avisar quando restar', numberOr('Sem aviso')),
  field('buylimit', 'Limite por cliente', numberOr('Sem limite')),
  field('removeProduct', 'Remover após (dias)', numberOr('Nunca expira')),
  field('options', 'Opções do cliente', (options: readonly { label: string }[] = []) =>
    listed(options.map(({ label }) => label)),
  ),
  ...actionTargets.map((target) => ({
    paths: [listName(target)],
    label: `Ações automáticas: ${targetTexts[target].tab.label}`,
    text: (state: ProductState) => listed(actionsOf(state, target).map(actionSentence), 'Nenhuma ação'),
    compared: (state: ProductState) => actionsOf(state, target).map(({ id: _, ...action }) => action),
  })),
  { paths: ['images'], label: 'Imagens', text: count },
  field('video', 'Vídeo'),
];
