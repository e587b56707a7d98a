import type { SecurityKind } from '@vitrine/contract/security-events';

/** A budget of a mailbox beside its common one: mails per hour and per day. */
interface Reserve {
  hour: number;
  day: number;
  /** The share of the platform's hour that these mails may use. The rest stays free for kinds that matter more. */
  platform: number;
  /** These mails never use the common budget, so whoever types a stranger's address uses up only this reserve. */
  alone?: true;
  /** A mail over this reserve waits for the next window and is not dropped. */
  waits?: true;
}

/**
 * Nobody can silence these mails by filling the mailbox with others.
 * - `security` warns of a change to an account or a store. The changes that help a thief most have their own reserves, so
 *   that other mails cannot hide them.
 * - `access` and `purchases` carry a link that somebody asked for to get in.
 * - `money` says what became of a payment.
 * - `registration` is for mails that strangers cause when they type somebody else's address.
 */
const reserves = {
  security: { hour: 10, day: 20, platform: 1 },
  payment_account: { hour: 5, day: 10, platform: 1, waits: true },
  email: { hour: 5, day: 10, platform: 1, waits: true },
  ownership: { hour: 5, day: 10, platform: 1, waits: true },
  factor: { hour: 5, day: 10, platform: 1, waits: true },
  access: { hour: 6, day: 12, platform: 0.9 },
  purchases: { hour: 6, day: 12, platform: 0.9 },
  money: { hour: 10, day: 30, platform: 0.9 },
  registration: { hour: 6, day: 12, platform: 0.9, alone: true },
} as const satisfies Record<string, Reserve>;

/** The rules of a kind of mail: whether and how it leaves. */
interface MailKind {
  reserve?: keyof typeof reserves;
  /** Warns people of a change to what they own. Never sent to an address that its account has not proven. */
  warning?: true;
  /** Sent to a proven address even if the mail server refused that address lately. */
  despiteBounce?: true;
  /** Goes to an address that a shopper typed at a store. A young store that never sold anything may not send it. */
  shopper?: true;
  /** The budget of its store counts it. */
  ofStore?: true;
  /** People can do without it, so it carries a link that ends this kind for this mailbox. */
  optional?: true;
}

const warning = { warning: true, despiteBounce: true } as const;

/** Every mail there is. Whoever adds one adds its row to the table of senders in docs/security.md. */
export const mailKinds = {
  verify_email: { reserve: 'registration' },
  already_registered: { reserve: 'registration' },
  password_reset: { reserve: 'access', despiteBounce: true },
  // The account never proved the address, so the address may be a stranger's.
  unproven_reset: { reserve: 'registration' },
  security: { reserve: 'security', ...warning },
  payment_account_changed: { reserve: 'payment_account', ...warning },
  email_changed: { reserve: 'email', ...warning },
  store_transferred: { reserve: 'ownership', ...warning },
  factor_changed: { reserve: 'factor', ...warning },
  account_deleted: { reserve: 'security', ...warning },
  discord_changed: { reserve: 'security', ...warning },
  invitation: { ofStore: true, optional: true },
  plan_reminder: { optional: true },
  delivery_problem: { optional: true },
  withdrawal_request: {},
  refund_stuck: {},
  customer_link: { reserve: 'purchases', shopper: true, ofStore: true },
  receipt: { reserve: 'money', shopper: true, ofStore: true },
  // The order cost nothing. Whoever has a coupon of 100 % can cause any number of these mails.
  free_receipt: { shopper: true, ofStore: true },
  withdrawal_received: { reserve: 'money', shopper: true, ofStore: true },
  refund_refused: { reserve: 'money', shopper: true, ofStore: true },
  // The buyer has paid, so even a young store says where the money is.
  limit_refund: { reserve: 'money', ofStore: true },
} as const satisfies Record<string, MailKind>;

export type MailKindName = keyof typeof mailKinds;

/** The rules of a stored mail's kind. A mail that was written before kinds existed has no special rule. */
export function mailKind(name: string): MailKind {
  return Object.hasOwn(mailKinds, name) ? mailKinds[name as MailKindName] : {};
}

const critical: Partial<Record<SecurityKind, MailKindName>> = {
  payment_account_saved: 'payment_account_changed',
  payment_account_undone: 'payment_account_changed',
  store_transferred: 'store_transferred',
  store_deleted: 'store_transferred',
  factor_enabled: 'factor_changed',
  factor_disabled: 'factor_changed',
};

/** The kind of the mail that warns of an event of the security log. */
export function securityMailKind(event: SecurityKind): MailKindName {
  return critical[event] ?? 'security';
}

/** The reserve of a kind, where it has one. */
export function reserveOf({ reserve }: MailKind): Reserve | undefined {
  return reserve && reserves[reserve];
}

/** The kinds that people can end, with the name that they read. */
export const optionalKinds: Partial<Record<MailKindName, string>> = {
  invitation: 'convites para equipes de lojas',
  plan_reminder: 'lembretes do fim do plano',
  delivery_problem: 'avisos de entregas que precisam de você',
};
