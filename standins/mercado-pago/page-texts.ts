import type { Payment, PaymentStatus } from './model.ts';

/** The service that the pages replace. */
export const LABEL = 'Mercado Pago de demonstração';

const STATUS: Record<PaymentStatus, string> = {
  pending: 'Aguardando pagamento',
  authorized: 'Autorizado',
  in_process: 'Em análise',
  approved: 'Pagamento aprovado',
  in_mediation: 'Em mediação',
  rejected: 'Pagamento recusado',
  cancelled: 'Pagamento cancelado',
  refunded: 'Pagamento estornado',
  charged_back: 'Contestado (chargeback)',
};

export function statusText(payment: Payment): string {
  if (payment.statusDetail === 'expired') return 'Pagamento vencido';
  if (payment.statusDetail === 'partially_refunded') return 'Estornado em parte';
  return STATUS[payment.status];
}

/** `R$ 29,90` with a plain space. */
export function reais(cents: number): string {
  return new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(cents / 100).replace(/\s/g, ' ');
}

/** Day and time in Brasília. */
export function when(ms: number): string {
  return new Intl.DateTimeFormat('pt-BR', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'America/Sao_Paulo',
  }).format(ms);
}
