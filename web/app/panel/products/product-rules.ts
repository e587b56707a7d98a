import { zodResolver } from '@hookform/resolvers/zod';
import { ProductCreate, ProductEdit } from '@vitrine/contract/catalog';
import type { ProductValues } from './product-form-model.ts';

/** The rules of the product form, loaded at its first check. */

/** A new product must cost something. */
export const NewProductForm = ProductCreate.omit({ subdomain: true, imageUrl: true, images: true });
/** An edited product may be free: SPEC.md section 5 asks for more than zero only at creation. */
export const EditedProductForm = NewProductForm.extend({
  price: ProductEdit.shape.productData.shape.price.unwrap(),
  status: ProductEdit.shape.productData.shape.status,
});

// raw: the form sends reais as typed; the schema's centavos are for the server
export const newProduct = zodResolver<ProductValues, unknown, ProductValues>(NewProductForm, undefined, { raw: true });
export const editedProduct = zodResolver<ProductValues, unknown, ProductValues>(EditedProductForm, undefined, {
  raw: true,
});
