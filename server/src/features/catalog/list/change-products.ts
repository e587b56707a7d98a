import { limits } from '@vitrine/contract/limits';
import { formatCentavos } from '@vitrine/contract/money';
import type { ProductChange, ProductsChange, ProductsChanged } from '@vitrine/contract/product-changes';
import { type PriceRounding, type ProductStatus, productStatusTexts } from '@vitrine/contract/product-status';
import type { Db, Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { keepDeleted } from '../../stores/deletions.ts';
import { lockStore } from '../../stores/lock-store.ts';
import { type Actor, difference, recordAudit } from '../../stores/record-audit.ts';
import { touchPages } from '../../stores/touch-pages.ts';
import { loggedProduct } from '../product.ts';
import { deleteProduct, type EditableProduct, lockProducts, type ProductValues, updateProduct } from '../queries.ts';
import { claimReturn, editedSale } from '../sale.ts';
import { requireCategory } from '../save-product.ts';

type Changes = Omit<ProductsChanged, 'success'>;

/** What becomes of one product: its new values, and in words what it was before and what it is after. */
interface Outcome {
  values: Partial<ProductValues> & { archived?: boolean };
  before: string;
  after: string;
}

/** Why a product is left out. */
class LeftOut extends Error {}

const roundings: Record<PriceRounding, (centavos: number) => number> = {
  centavo: Math.round,
  real: (centavos) => Math.round(centavos / 100) * 100,
  ninety: (centavos) => Math.round((centavos - 90) / 100) * 100 + 90,
};

/** The price after a change by so many percent. It never becomes free, because a free product asks for a person's word. */
export function changedPrice(centavos: number, percent: number, rounding: PriceRounding): number {
  if (centavos === 0) throw new LeftOut('É de graça.');
  const price = roundings[rounding]((centavos * (100 + percent)) / 100);
  if (price < 1) throw new LeftOut('Ficaria de graça. Mude o preço na página do produto.');
  if (price > limits.priceMaxCentavos) throw new LeftOut(`Passaria de ${formatCentavos(limits.priceMaxCentavos)}.`);
  return price;
}

const statusOf = ({ archived, visibility }: { archived: boolean; visibility: ProductStatus }) =>
  productStatusTexts[archived ? 'archived' : visibility].name;

async function outcomeOf(
  tx: Tx,
  store: StoreId,
  product: EditableProduct,
  change: ProductChange,
  category: string,
): Promise<Outcome> {
  if (change.kind === 'price') {
    const price_centavos = changedPrice(product.price_centavos, change.percent, change.rounding);
    const [before, after] = [formatCentavos(product.price_centavos), formatCentavos(price_centavos)];
    return { values: { price_centavos }, before, after };
  }
  if (change.kind === 'category') {
    return { values: { category_id: change.categoryId }, before: product.category, after: category };
  }
  if (change.kind === 'featured') {
    const words = (featured: boolean) => (featured ? 'Em destaque' : 'Sem destaque');
    return {
      values: { featured: change.featured },
      before: words(product.featured),
      after: words(change.featured),
    };
  }
  if (change.kind === 'delete') return { values: {}, before: statusOf(product), after: 'Deletado' };
  const sale = editedSale(product, change);
  await claimReturn(tx, store, product, sale);
  return { values: sale, before: statusOf(product), after: statusOf(sale) };
}

/**
 * Changes many products in the caller's transaction. A product that another person saved
 * meanwhile, that is gone, or that the change does not fit is left out with the reason, and the others change. Each change is
 * an entry of the log.
 */
export async function changeProducts(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { products, change }: ProductsChange,
): Promise<Changes> {
  await lockStore(tx, store);
  const category = change.kind === 'category' ? await requireCategory(tx, store, change.categoryId) : '';
  const found = new Map(
    (
      await lockProducts(
        tx,
        store,
        products.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const changed: ProductsChanged['changed'] = [];
  const left: ProductsChanged['left'] = [];
  for (const { id, version } of new Map(products.map((one) => [one.id, one])).values()) {
    const product = found.get(id);
    const leave = (why: string) => left.push({ id, name: product?.name ?? null, why });
    if (!product) leave('Não existe mais.');
    else if (product.version !== version) leave('Mudou enquanto você escolhia. Confira e tente de novo.');
    else {
      try {
        const outcome = await outcomeOf(tx, store, product, change, category);
        if (outcome.before === outcome.after) leave('Já está assim.');
        else {
          await carryOut(tx, store, actor, product, { change, category, outcome });
          changed.push({ id, name: product.name, before: outcome.before, after: outcome.after });
        }
      } catch (error) {
        if (error instanceof LeftOut) leave(error.message);
        else if (error instanceof Refusal && error.code === 'plan_product_limit') leave('Não cabe no seu plano.');
        else throw error;
      }
    }
  }
  if (changed.length > 0) await touchPages(tx, store);
  return { changed, left };
}

class Undo extends Error {
  readonly changes: Changes;
  constructor(changes: Changes) {
    super('a preview changes nothing');
    this.changes = changes;
  }
}

/** What such a change would do. It is carried out and taken back, so that it tells exactly what would happen. */
export async function previewChange(db: Db, store: StoreId, actor: Actor, input: ProductsChange): Promise<Changes> {
  try {
    return await transaction(db, async (tx) => {
      throw new Undo(await changeProducts(tx, store, actor, input));
    });
  } catch (error) {
    if (error instanceof Undo) return error.changes;
    throw error;
  }
}

async function carryOut(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  product: EditableProduct,
  { change, category, outcome: { values } }: { change: ProductChange; category: string; outcome: Outcome },
): Promise<void> {
  const former = loggedProduct(product);
  if (change.kind === 'delete') {
    await deleteProduct(tx, store, product.id);
    await keepDeleted(tx, store, 'product', product.id, { archived: product.archived });
    const text = `Excluiu o produto ${product.name}`;
    await recordAudit(tx, store, actor, { action: 'product.delete', text, object: product.id, before: former });
    return;
  }
  await updateProduct(tx, store, product.id, values);
  const now = loggedProduct({ ...product, ...values, category: category || product.category });
  const text = `Mudou o produto ${product.name}, com outros de uma vez`;
  await recordAudit(tx, store, actor, {
    action: 'product.edit',
    text,
    object: product.id,
    ...difference(former, now),
  });
}
