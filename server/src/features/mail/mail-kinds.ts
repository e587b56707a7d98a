import type { SecurityKind } from '@vitrine/contract/security-events';

/** A budget of a mailbox, beside its common one. Mails in an hour and in a day. */
interface Reserve {
  hour: number;
  day: number;
  /** How far into the platform's hour its mails may go: a flood of others leaves room for what matters more. */
  platform: number;
  /** Never out of the common budget: whoever types a stranger's address uses up nothing but this. */
  alone?: true;
  /** What is over waits for the next window, and is not dropped. */
  waits?: true;
}

/**
 * Nobody silences a mail of these by filling the mailbox with others. `security` warns of what was done to an account or a
 * store; what a thief gains most by has a reserve of its own, so that noise cannot cover it. `access` and `purchases`
 * carry the link that somebody asked for to get in, `money` what became of a payment. `registration` is what strangers
 * cause who type an address that is not theirs.
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

/** What a kind of mail is, as far as it matters to whether and how it leaves. */
interface MailKind {
  reserve?: keyof typeof reserves;
  /** Warns a person of what was done with what is theirs: never sent to an address that its account has not proven. */
  warning?: true;
  /** Leaves for a proven address although the mail server refused one there lately. */
  despiteBounce?: true;
  /** Goes to an address that a shopper typed at a store: judged by the store's age, counted by the store's budget. */
  shopper?: true;
  /** Counted by the budget of its store. */
  ofStore?: true;
  /** Nobody needs it to finish what they began: it carries a way to end this kind for this mailbox. */
  optional?: true;
}

const warning = { warning: true, despiteBounce: true } as const;

/** Every mail there is. Whoever adds one adds its row to the table of senders in docs/security.md. */
export const mailKinds = {
  verify_email: { reserve: 'registration' },
  already_registered: { reserve: 'registration' },
  password_reset: { reserve: 'access', despiteBounce: true },
  // For an account that never proved the address: a stranger's, as far as anybody knows.
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
  // Of an order that cost nothing: whoever has a coupon for all of it causes as many as they like.
  free_receipt: { shopper: true, ofStore: true },
  withdrawal_received: { reserve: 'money', shopper: true, ofStore: true },
  refund_refused: { reserve: 'money', shopper: true, ofStore: true },
  // Money was there, whatever became of the order: no store is too young to say where it is.
  limit_refund: { reserve: 'money', ofStore: true },
} as const satisfies Record<string, MailKind>;

export type MailKindName = keyof typeof mailKinds;

/** The kind of a stored mail; one from before there were kinds counts for nothing special. */
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

/** What a person reads where a kind can be ended. */
export const optionalKinds: Partial<Record<MailKindName, string>> = {
  invitation: 'convites para equipes de lojas',
  plan_reminder: 'lembretes do fim do plano',
  delivery_problem: 'avisos de entregas que precisam de você',
};
