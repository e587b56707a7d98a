/** Refusals of calls about categories and products; part of the table of `errors.ts`. */
export const catalogErrors = {
  category_not_found: { status: 404, text: 'Categoria não encontrada.' },
  category_taken: { status: 409, text: 'Já existe uma categoria com este nome.', field: 'name' },
  category_not_empty: { status: 409, text: 'Mova ou exclua os produtos desta categoria antes de deletá-la.' },
  product_not_found: { status: 404, text: 'Produto não encontrado.' },
  sheet_under_way: {
    status: 409,
    text: 'Outra mudança desta loja ainda está em andamento, talvez esta mesma planilha. Espere um pouco e confira a lista de produtos antes de importar de novo.',
  },
  /** The catalogue is no longer what the preview of a sheet told. */
  sheet_overtaken: {
    status: 409,
    text: 'O catálogo mudou depois da conferência. Confira de novo o que a planilha muda.',
  },
  sheet_faulty: { status: 422, text: 'A planilha tem erros. Confira e corrija antes de aplicar.' },
  product_window: { status: 422, text: 'O fim precisa ser depois do começo.', field: 'hidesAt' },
  product_moved: { status: 409, text: 'A ordem mudou em outra tela. Confira a lista e mova de novo.' },
  price_zero_unconfirmed: {
    status: 422,
    text: 'Com preço zero o produto é entregue de graça. Confirme para salvar assim.',
    field: 'price',
  },
} as const satisfies Record<string, { status: number; text: string; field?: string }>;
