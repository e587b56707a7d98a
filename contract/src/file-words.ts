/** Spreadsheets that a job makes, in words, without a schema, so that the panel's pages load no validation. */

export const fileKinds = ['orders', 'customers'] as const;
export type FileKind = (typeof fileKinds)[number];
/** What a file lists, after "planilha de". */
export const fileKindTexts: Record<FileKind, string> = { orders: 'pedidos', customers: 'clientes' };

/** `failed` is also the state of a file whose worker was lost. */
export const fileStates = ['waiting', 'running', 'ready', 'failed'] as const;

/** Hours for which a file is kept. */
export const FILE_HOURS = 24;
