/** What is added to a payment's status, in words: by the provider (docs/spec/facts/mercado-pago.md, section 4), and by us. */
const words: Record<string, string> = {
  // The status itself says the same.
  accredited: '',
  pending: '',
  expired: '',
  refunded: '',
  in_process: '',
  waiting_transfer: '',
  waiting_payment: '',
  pending_waiting_transfer: '',
  pending_waiting_payment: '',
  partially_refunded: 'Devolvido em parte',
  pending_capture: 'O valor está reservado no cartão',
  offline_process: 'O Mercado Pago ainda processa o pagamento',
  pending_contingency: 'O Mercado Pago ainda processa o pagamento',
  pending_provider_response: 'O Mercado Pago ainda processa o pagamento',
  deferred_retry: 'O Mercado Pago tenta de novo sozinho',
  pending_review_manual: 'O Mercado Pago confere o pagamento',
  pending_challenge: 'O banco pediu uma confirmação ao comprador',
  pending_waiting_for_remedy: 'O Mercado Pago espera uma correção do comprador',
  settled: 'O banco devolveu o valor ao comprador',
  reimbursed: 'O banco devolveu o valor à loja',
  by_collector: 'Cancelado pela loja',
  by_payer: 'Cancelado pelo comprador',
  rejected_by_bank: 'Recusado pelo banco',
  rejected_by_regulations: 'Recusado por uma regra do Mercado Pago',
  rejected_high_risk: 'Recusado por segurança',
  rejected_insufficient_data: 'Faltaram dados do comprador',
  cc_rejected_bad_filled_card_number: 'Número do cartão errado',
  cc_rejected_bad_filled_date: 'Validade do cartão errada',
  cc_rejected_bad_filled_other: 'Dados do cartão errados',
  cc_rejected_bad_filled_security_code: 'Código de segurança errado',
  cc_rejected_blacklist: 'Recusado por segurança',
  cc_rejected_call_for_authorize: 'O banco pede que o comprador autorize a compra',
  cc_rejected_card_disabled: 'Cartão desativado',
  cc_rejected_card_error: 'O cartão não respondeu',
  cc_rejected_card_type_not_allowed: 'Tipo de cartão não aceito',
  cc_rejected_duplicated_payment: 'Pagamento repetido',
  cc_rejected_high_risk: 'Recusado por segurança',
  cc_rejected_insufficient_amount: 'Sem limite ou saldo',
  cc_rejected_invalid_installments: 'Número de parcelas não aceito',
  cc_rejected_max_attempts: 'Tentativas demais com este cartão',
  cc_rejected_other_reason: 'Recusado pelo banco',
  cc_rejected_time_out: 'O banco não respondeu',
  // Our own codes.
  deadline: 'O prazo para pagar acabou',
  replaced: 'Trocado por outro pagamento do mesmo pedido',
  never_sent: 'O Mercado Pago não recebeu este pagamento',
  refused_at_start: 'O Mercado Pago recusou criar este pagamento',
};

/**
 * The line under a payment's status, or null when the status says it all. The provider's list is open: an unknown code
 * is shown as it came, so that the owner can ask the provider about it.
 */
export function paymentDetailText(detail: string | null): string | null {
  if (!detail) return null;
  return Object.hasOwn(words, detail) ? words[detail] || null : `Código do Mercado Pago: ${detail}`;
}
