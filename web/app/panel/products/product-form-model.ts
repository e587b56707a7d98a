import { joinActions, listsOf } from '@vitrine/contract/action-lists';
import type { Action } from '@vitrine/contract/actions';
import type { Product, ProductCreate } from '@vitrine/contract/catalog';
import { limits } from '@vitrine/contract/limits';
import { formatReais } from '@vitrine/contract/money';
import type { ProductStatus } from '@vitrine/contract/product-status';
import type { z } from 'zod';
import type { Read } from '../form/edited/use-edited.client.tsx';
import type { SaveQuestion } from '../form/use-save-question.client.tsx';

/** The product form's values and bodies. Prices are reais; an empty price is NaN, which the schema refuses. */

export type ProductValues = Omit<z.input<typeof ProductCreate>, 'subdomain' | 'imageUrl' | 'images' | 'status'> & {
  status?: ProductStatus | undefined;
};

/** What the form edits: its values, and the pictures apart from them. */
export type ProductState = ProductValues & { images: Product['images'] };

/** The action with its own id, so that equal actions in a list can be ordered. */
export function withId<One extends { id?: string | undefined }>(action: One): One & { id: string } {
  return { ...action, id: action.id ?? crypto.getRandomValues(new Uint32Array(2)).join('-') };
}

/** The form of a new product, or of an existing one. */
export function valuesOf(product?: Product): ProductValues {
  return {
    name: product?.name ?? '',
    categoryId: product?.categoryId ?? '',
    description: product?.description ?? '',
    price: product?.price ?? Number.NaN,
    compareAtPrice: product?.compareAtPrice ?? null,
    stock: product?.stock ?? null,
    lowStock: product?.lowStock ?? null,
    buylimit: product?.buylimit ?? null,
    removeProduct: product?.removeProduct ?? null,
    video: product?.video ?? '',
    featured: product?.featured ?? false,
    status: product?.status ?? 'shown',
    showsAt: product?.showsAt ?? null,
    hidesAt: product?.hidesAt ?? null,
    options: product?.options ?? [],
    ...listsOf(joinActions(product ?? {}).map(withId)),
  };
}

const COPY = ' (cópia)';

/** The form of a copy: the same product under another name, as a draft. Nothing is saved yet. */
export function copyOf(product: Product): ProductValues {
  const name = product.name.slice(0, limits.productNameMax - COPY.length).trimEnd() + COPY;
  return { ...valuesOf(product), name, featured: false, status: 'draft', showsAt: null, hidesAt: null };
}

/** Body of POST /v1/products/create, without empty fields. */
export function createBody(values: ProductValues, images: Product['images']) {
  const { compareAtPrice, stock, lowStock, buylimit, removeProduct, description, video, status, ...rest } = values;
  const optional = { compareAtPrice, stock, lowStock, buylimit, removeProduct, description, video };
  const filled = Object.entries(optional).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return {
    ...rest,
    status: status === 'archived' ? ('hidden' as const) : status,
    ...Object.fromEntries(filled),
    images,
  };
}

/**
 * Body of POST /v1/products/edit/. It holds every field; `images` undefined keeps the pictures. It
 * also says which version and which stock the form showed, because other people save and the shop sells while the form is open.
 */
export function editBody(
  values: ProductValues & { freeConfirmed?: boolean },
  productId: string,
  { version, state: { stock: stockSeen } }: Read<Pick<ProductState, 'stock'>>,
  images: Product['images'] | undefined,
) {
  return { productId, version, productData: { ...values, stockSeen }, images };
}

/** Body of POST /v1/products/preview. Pictures that are not uploaded have no address. */
export function pageDraft({ status: _, ...productData }: ProductValues, images: Product['images'], productId?: string) {
  return { productId, productData, images: images.filter(({ image }) => !image.startsWith('blob:')) };
}

/**
 * What the form asks before it saves: about a price that becomes zero, because a typing mistake could give everything away, and about a
 * new old price that the shop would not show.
 */
export function saveQuestion(
  { price, compareAtPrice: former = null }: ProductValues,
  before: Pick<ProductValues, 'price' | 'compareAtPrice'>,
): SaveQuestion | null {
  if (price === 0 && before.price > 0) {
    return {
      title: 'Este produto vai ficar de graça?',
      text: 'Com preço R$ 0,00 qualquer pessoa o recebe sem pagar, assim que terminar a compra.',
      confirm: 'Salvar com preço zero',
    };
  }
  if (former === null || former > price || (former === before.compareAtPrice && price === before.price)) return null;
  return {
    title: 'Salvar sem o preço riscado?',
    text: `O preço original (${formatReais(former)}) não é maior que o preço (${formatReais(price)}), então a loja não o mostra.`,
    confirm: 'Salvar assim',
  };
}

/** Actions that would never run, because they wait for an end and the product has none. */
export function neverExpires(actions: readonly Action[], removeProduct: number | null | undefined): boolean {
  return !removeProduct && actions.some((action) => action.executionTiming === 'on_expiration');
}
