import type {
  AccountTable,
  AuditEntryTable,
  FactorRecoveryTable,
  GameTokenTable,
  GuildBindingTable,
  InstallationTable,
  InvitationTable,
  MemberTable,
  OauthStateTable,
  OneTimeTokenTable,
  PasskeyChallengeTable,
  PasskeyTable,
  PaymentAccountChangeTable,
  PlanReminderTable,
  PlanTable,
  SecurityEventTable,
  SessionTable,
  StoreCredentialTable,
  StoreTable,
  SubdomainHoldTable,
  SubscriptionPaymentTable,
  SubscriptionTable,
  ThrottleTable,
} from './tables/accounts-and-stores.ts';
import type { OrderCountTable, SalesDayTable } from './tables/analytics.ts';
import type {
  CategoryTable,
  DiscountTable,
  ImageTable,
  ProductBuyerTable,
  ProductTable,
  VariableTable,
} from './tables/catalog.ts';
import type { CustomerLoginTable, CustomerSessionTable } from './tables/customers.ts';
import type {
  AlarmTable,
  CityCheckTable,
  CustomerRightTable,
  DeliveryHistoryTable,
  DeliveryTable,
  GameNonceTable,
  GameServerTable,
  MailBounceTable,
  MailOptoutTable,
  MailTable,
  OutsideStopTable,
  RightSourceTable,
  StoreVisitTable,
} from './tables/fulfilment.ts';
import type {
  DiscountUseTable,
  IdempotencyKeyTable,
  OrderHistoryTable,
  OrderItemTable,
  OrderNumberNextTable,
  OrderTable,
  PaymentHistoryTable,
  PaymentNoticeTable,
  PaymentTable,
  RefundTable,
  UnpaidHoldTable,
} from './tables/orders-and-payments.ts';

/**
 * The tables of migrations/*.sql for Kysely. Columns that end in `_centavos` are integers of centavos; bigint counts
 * are numbers, ids are text.
 */
export interface Schema {
  installation: InstallationTable;
  order_count: OrderCountTable;
  sales_day: SalesDayTable;
  account: AccountTable;
  session: SessionTable;
  one_time_token: OneTimeTokenTable;
  oauth_state: OauthStateTable;
  throttle: ThrottleTable;
  plan: PlanTable;
  store: StoreTable;
  subdomain_hold: SubdomainHoldTable;
  store_credential: StoreCredentialTable;
  factor_recovery: FactorRecoveryTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  payment_account_change: PaymentAccountChangeTable;
  game_token: GameTokenTable;
  guild_binding: GuildBindingTable;
  member: MemberTable;
  invitation: InvitationTable;
  audit_entry: AuditEntryTable;
  security_event: SecurityEventTable;
  subscription: SubscriptionTable;
  plan_reminder: PlanReminderTable;
  subscription_payment: SubscriptionPaymentTable;
  category: CategoryTable;
  image: ImageTable;
  product: ProductTable;
  product_buyer: ProductBuyerTable;
  variable: VariableTable;
  discount: DiscountTable;
  order: OrderTable;
  order_number_next: OrderNumberNextTable;
  unpaid_hold: UnpaidHoldTable;
  order_item: OrderItemTable;
  order_history: OrderHistoryTable;
  discount_use: DiscountUseTable;
  idempotency_key: IdempotencyKeyTable;
  payment: PaymentTable;
  payment_history: PaymentHistoryTable;
  refund: RefundTable;
  payment_notice: PaymentNoticeTable;
  game_server: GameServerTable;
  game_nonce: GameNonceTable;
  city_check: CityCheckTable;
  customer_right: CustomerRightTable;
  right_source: RightSourceTable;
  delivery: DeliveryTable;
  delivery_history: DeliveryHistoryTable;
  outside_stop: OutsideStopTable;
  store_visit: StoreVisitTable;
  mail: MailTable;
  mail_bounce: MailBounceTable;
  mail_optout: MailOptoutTable;
  alarm: AlarmTable;
  customer_session: CustomerSessionTable;
  customer_login: CustomerLoginTable;
}
