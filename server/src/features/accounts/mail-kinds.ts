/** What a kind of mail is, as far as it matters to whether and how it leaves. */
interface MailKind {
  /**
   * A small budget of its own beside the mailbox's common one, so that nobody silences it by filling that: `security`
   * warns of what was done to an account or a store, `access` carries the link that somebody asked for to get in.
   */
  reserve?: 'security' | 'access';
  /** Goes to an address that a shopper typed at a store: judged by the store's age, counted by the store's budget. */
  shopper?: true;
  /** Counted by the budget of its store. */
  ofStore?: true;
  /** Nobody needs it to finish what they began: it carries a way to end this kind for this mailbox. */
  optional?: true;
}

/** Every mail there is. Whoever adds one adds its row to the table of senders in docs/security.md. */
export const mailKinds = {
  verify_email: { reserve: 'access' },
  already_registered: { reserve: 'access' },
  password_reset: { reserve: 'access' },
  security: { reserve: 'security' },
  account_deleted: { reserve: 'security' },
  discord_changed: { reserve: 'security' },
  invitation: { ofStore: true, optional: true },
  plan_reminder: { optional: true },
  delivery_problem: { optional: true },
  withdrawal_request: {},
  refund_stuck: {},
  customer_link: { reserve: 'access', shopper: true, ofStore: true },
  receipt: { shopper: true, ofStore: true },
  withdrawal_received: { shopper: true, ofStore: true },
  refund_refused: { shopper: true, ofStore: true },
  // Money was there, whatever became of the order: no store is too young to say where it is.
  limit_refund: { ofStore: true },
} as const satisfies Record<string, MailKind>;

export type MailKindName = keyof typeof mailKinds;

/** The kind of a stored mail; one from before there were kinds counts for nothing special. */
export function mailKind(name: string): MailKind {
  return Object.hasOwn(mailKinds, name) ? mailKinds[name as MailKindName] : {};
}

/** What a person reads where a kind can be ended. */
export const optionalKinds: Partial<Record<MailKindName, string>> = {
  invitation: 'convites para equipes de lojas',
  plan_reminder: 'lembretes do fim do plano',
  delivery_problem: 'avisos de entregas que precisam de você',
};
