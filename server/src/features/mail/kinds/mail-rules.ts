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
 * - `alerts` tells an owner that a store stands still: nobody can pay, or a game server is silent.
 * - `sales` is for the sales of a busy store, so that they take nothing from its alerts.
 * - `registration` is for mails that strangers cause when they type somebody else's address.
 * - `waiting` is for the question whether an address wants to wait for a product, which strangers cause too; `awaited` is for
 *   the mail that it then waited for.
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
  alerts: { hour: 6, day: 24, platform: 0.9 },
  sales: { hour: 6, day: 96, platform: 0.5, alone: true, waits: true },
  registration: { hour: 6, day: 12, platform: 0.9, alone: true },
  waiting: { hour: 3, day: 6, platform: 0.5, alone: true },
  awaited: { hour: 10, day: 20, platform: 0.5, waits: true },
} as const satisfies Record<string, Reserve>;

/** The rules of a kind of mail: whether and how it leaves. */
export interface MailRules {
  reserve?: keyof typeof reserves;
  /** Warns people of a change to what they own. Never sent to an address that its account has not proven. */
  warning?: true;
  /** Sent to a proven address even if the mail server refused that address lately. */
  despiteBounce?: true;
  /** Goes to an address that a shopper typed at a store. A young store that never sold anything may not send it. */
  shopper?: true;
  /** The budget of its store counts it. */
  ofStore?: true;
  /** One act causes many of them, so this kind has only a part of its store's day. */
  many?: true;
  /** People can do without it, so it carries a link that ends this kind for this mailbox. The text names it for them. */
  optional?: string;
}

/** The reserve of a kind, where it has one. */
export function reserveOf({ reserve }: MailRules): Reserve | undefined {
  return reserve && reserves[reserve];
}
