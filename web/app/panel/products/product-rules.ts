import { zodResolver } from '@hookform/resolvers/zod';
import { ProductCreate, ProductEdit } from '@vitrine/contract/catalog';
import type { ProductValues } from './product-form-model.ts';

/** The rules of the product form, loaded when it is first checked. */

/** A new product must cost something. */
export const NewProductForm = ProductCreate.omit({ subdomain: true, imageUrl: true });
/** An edited one may be free (SPEC.md section 5 asks for more than zero on creation only). */
export const EditedProductForm = NewProductForm.extend({
  price: ProductEdit.shape.productData.shape.price.unwrap(),
});

// raw: what is sent are reais as typed, the schema's centavos are the server's
export const newProduct = zodResolver<ProductValues, unknown, ProductValues>(NewProductForm, undefined, { raw: true });
export const editedProduct = zodResolver<ProductValues, unknown, ProductValues>(EditedProductForm, undefined, {
  raw: true,
});
