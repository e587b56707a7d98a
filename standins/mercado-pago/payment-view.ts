import type { Payment, Refund } from './model.ts';
import { qrPng } from './qr-png.ts';
import type { Settings } from './state.ts';
import { formatDate, formatDateOrNull, numberOfCents } from './values.ts';

/** What the links in an answer are made of. */
interface Links {
  settings: Pick<Settings, 'publicUrl'>;
}

/** A refund as the API writes it (facts, section 5). */
export function refundBody(payment: Payment, refund: Refund): Record<string, unknown> {
  return {
    id: Number(refund.id),
    payment_id: Number(payment.id),
    amount: numberOfCents(refund.amount),
    status: refund.status,
    refund_mode: 'standard',
    reason: null,
    adjustment_amount: 0,
    date_created: formatDate(refund.createdAt),
    unique_sequence_number: null,
    source: { id: String(payment.sellerId), name: `seller ${payment.sellerId}`, type: 'collector' },
  };
}

/** E-mail and document are shown only after money moved (facts, section 4). */
function payerBody(payment: Payment): Record<string, unknown> {
  const shown = ['approved', 'refunded', 'charged_back', 'in_mediation'].includes(payment.status);
  const { email = null, identification = null } = payment.payer;
  return {
    id: shown ? '3300440055' : null,
    email: shown ? email : null,
    identification: shown ? (identification ?? { type: null, number: null }) : { type: null, number: null },
    first_name: null,
    last_name: null,
    type: null,
    entity_type: null,
    phone: { area_code: null, number: null, extension: null },
  };
}

async function pointOfInteraction(state: Links, payment: Payment): Promise<Record<string, unknown>> {
  if (payment.qrCode === null) {
    return payment.preferenceId === null
      ? {}
      : {
          point_of_interaction: {
            type: 'CHECKOUT',
            business_info: { unit: 'online_payments', sub_unit: 'checkout_pro' },
          },
        };
  }
  return {
    point_of_interaction: {
      type: payment.preferenceId === null ? 'PIX' : 'CHECKOUT',
      application_data: { name: null, version: null },
      business_info: { unit: 'online_payments', sub_unit: payment.preferenceId === null ? 'default' : 'checkout_pro' },
      transaction_data: {
        qr_code: payment.qrCode,
        qr_code_base64: await qrPng(payment.qrCode),
        ticket_url: `${state.settings.publicUrl}/pix/${payment.id}`,
        transaction_id: payment.approvedAt === null ? null : `PIXE${payment.id.padStart(28, '0')}`,
        bank_transfer_id: null,
        financial_institution: null,
        bank_info: {
          payer: { account_id: null, id: null, long_name: null, account_holder_name: null },
          collector: { account_id: null, long_name: null, account_holder_name: null, transfer_account_id: null },
          is_same_bank_account_owner: null,
        },
      },
    },
  };
}

/** A payment as `GET /v1/payments/{id}` writes it. */
export async function paymentBody(state: Links, payment: Payment): Promise<Record<string, unknown>> {
  const refunded = payment.refunds
    .filter((refund) => refund.status === 'approved')
    .reduce((sum, refund) => sum + refund.amount, 0);
  const paid = payment.approvedAt !== null;
  return {
    id: Number(payment.id),
    date_created: formatDate(payment.createdAt),
    date_approved: formatDateOrNull(payment.approvedAt),
    date_last_updated: formatDate(payment.updatedAt),
    date_of_expiration: formatDateOrNull(payment.expiresAt),
    money_release_date: formatDateOrNull(payment.approvedAt),
    operation_type: 'regular_payment',
    issuer_id: payment.methodId === 'pix' ? '12501' : null,
    payment_method_id: payment.methodId,
    payment_type_id: payment.typeId,
    payment_method: { id: payment.methodId, type: payment.typeId },
    status: payment.status,
    status_detail: payment.statusDetail,
    currency_id: payment.currency,
    description: payment.description,
    live_mode: true,
    sponsor_id: null,
    collector_id: payment.sellerId,
    payer: payerBody(payment),
    metadata: payment.metadata,
    additional_info: {},
    order: payment.merchantOrderId === null ? {} : { id: payment.merchantOrderId, type: 'mercadopago' },
    external_reference: payment.externalReference,
    transaction_amount: numberOfCents(payment.amount),
    transaction_amount_refunded: numberOfCents(refunded),
    coupon_amount: 0,
    installments: 1,
    captured: true,
    binary_mode: false,
    statement_descriptor: null,
    notification_url: payment.notificationUrl,
    processing_mode: 'aggregator',
    fee_details: paid ? [{ type: 'mercadopago_fee', fee_payer: 'collector', amount: numberOfCents(payment.fee) }] : [],
    transaction_details: {
      net_received_amount: paid ? numberOfCents(payment.amount - payment.fee) : 0,
      total_paid_amount: numberOfCents(payment.amount),
      overpaid_amount: 0,
      installment_amount: 0,
      external_resource_url: null,
      financial_institution: null,
      payment_method_reference_id: null,
    },
    refunds: payment.refunds.map((refund) => refundBody(payment, refund)),
    ...(await pointOfInteraction(state, payment)),
  };
}
