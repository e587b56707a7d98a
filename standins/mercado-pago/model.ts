/** The stand-in's data. Inside, amounts are centavos (integers) and times are ms since the epoch. */

/** The API type that the seller chose for an application in the panel (facts, sections 1.3 and 13). */
export type ApplicationType = 'payments' | 'checkout_pro' | 'orders';

export interface Seller {
  token: string;
  userId: number;
  nickname: string;
  email: string;
  tags: string[];
  siteId: string;
  /** Without a key no Pix can be made (13253). */
  pixKey: string | null;
  /** The answer of `GET /v1/payment_methods` about Pix. */
  pixStatus: 'active' | 'deactive';
  applicationType: ApplicationType;
  /** A token from OAuth may charge fees. */
  oauth: boolean;
  webhookSecret: string;
  /** The URL in the panel, for payments without their own, and for all Orders. */
  panelUrl: string | null;
  /** Centavos. */
  balance: number;
  /** How the next refunds end: at once, or `in_process` until a control settles them. */
  refundMode: 'approved' | 'in_process';
  /** A revoked token gets the answer of an unknown one. */
  revoked: boolean;
}

/** A seller as input; only the token is needed. `balance` is in reais. A known token is changed, not replaced. */
export type SellerInput = { token: string } & Partial<Omit<Seller, 'token'>>;

export type PaymentStatus =
  | 'pending'
  | 'authorized'
  | 'in_process'
  | 'approved'
  | 'in_mediation'
  | 'rejected'
  | 'cancelled'
  | 'refunded'
  | 'charged_back';

export interface Refund {
  id: string;
  amount: number;
  status: 'approved' | 'in_process' | 'rejected';
  createdAt: number;
}

export interface Payment {
  id: string;
  sellerId: number;
  status: PaymentStatus;
  statusDetail: string;
  amount: number;
  currency: string;
  methodId: string;
  typeId: string;
  description: string | null;
  externalReference: string | null;
  payer: Record<string, unknown>;
  metadata: Record<string, unknown>;
  notificationUrl: string | null;
  createdAt: number;
  updatedAt: number;
  approvedAt: number | null;
  /** null: never expires by itself (cards). */
  expiresAt: number | null;
  fee: number;
  applicationFee: number;
  refunds: Refund[];
  /** The copy-and-paste text, for Pix. */
  qrCode: string | null;
  preferenceId: string | null;
  merchantOrderId: string | null;
  /** `ORD…`: made through the Orders API, and so invisible in the Payments API. */
  orderId: string | null;
  /** `PAY…`, for payments of Orders. */
  transactionId: string;
  /** The version before the latest change, for the fault `stale-read`. Missing while new. */
  previous?: Payment;
}

export interface Preference {
  id: string;
  sellerId: number;
  /** The accepted body, with later changes merged in. */
  body: Record<string, unknown>;
  createdAt: number;
  updatedAt: number;
  merchantOrderId: string;
  /** Made for an order in manual mode. */
  orderId: string | null;
}

export interface Order {
  id: string;
  sellerId: number;
  mode: 'automatic' | 'manual';
  /** The accepted body. */
  body: Record<string, unknown>;
  totalAmount: number;
  createdAt: number;
  canceledAt: number | null;
  preferenceId: string | null;
}

/** One notice for one address. */
export interface Notice {
  topic: 'payment' | 'order' | 'merchant_order';
  /** `ipn` is the old, unsigned kind (facts, section 7). */
  kind: 'webhook' | 'ipn';
  url: string;
  resourceId: string;
  action: string;
  sellerId: number;
  secret: string;
  body: Record<string, unknown>;
}
