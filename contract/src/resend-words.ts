/** Resending delivered goods in words, without a schema, for pages that only show it. */

/** States of goods that a job may send again. Of `uncertain` ones nobody knows whether they arrived. */
export const resendableStates = ['succeeded', 'failed', 'uncertain'] as const;
export type ResendableState = (typeof resendableStates)[number];

/** Why a job leaves out a delivery that its filter names. The first that fits counts. */
export const exclusions = [
  'refunded',
  'right_ended',
  'expired',
  'under_way',
  'server_ended',
  'unsafe',
  'too_often',
  'not_in_city',
  'unknown_arrival',
] as const;
export type Exclusion = (typeof exclusions)[number];

export const exclusionTexts: Record<Exclusion, string> = {
  refunded: 'O pedido foi cancelado ou reembolsado',
  right_ended: 'O benefício já terminou',
  expired: 'O prazo do produto já acabou',
  under_way: 'Já existe um reenvio que ainda não chegou',
  server_ended: 'O servidor foi removido da loja',
  unsafe: 'Os dados não podem ser enviados com segurança',
  too_often: 'Já foi reenviada o máximo de vezes',
  not_in_city: 'Vai para o Discord, e não para o personagem',
  unknown_arrival: 'Ninguém sabe se chegou ao personagem antigo: confira na cidade antes',
};

export const resendJobStates = ['running', 'paused', 'cancelled', 'done'] as const;
export type ResendJobState = (typeof resendJobStates)[number];

/** What a person may do with a job that has not ended. */
export const resendChanges = ['pause', 'resume', 'cancel'] as const;
export type ResendChange = (typeof resendChanges)[number];
