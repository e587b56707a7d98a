import type {
  AccountTable,
  FactorRecoveryTable,
  OauthStateTable,
  OneTimeTokenTable,
  PasskeyChallengeTable,
  PasskeyTable,
  SecurityEventTable,
} from './tables/accounts.ts';
import type { AlertNewsTable, AlertPostTable, AlertSettingTable, AlertTable } from './tables/alerts.ts';
import type {
  FigureDayTable,
  FigureMarkTable,
  FigureMonthTable,
  FigureSpanTable,
  FigureYearTable,
  OrderCountTable,
  SalesDayTable,
  StoreVisitTable,
} from './tables/analytics.ts';
import type { ApprovalRuleTable, ApprovalTable } from './tables/approvals.ts';
import type { CategoryTable, ImageTable, ProductTable } from './tables/catalog.ts';
import type { IdempotencyKeyTable, SpentProofTable } from './tables/checkout.ts';
import type {
  CityCheckTable,
  CityListTable,
  GameClaimTable,
  GameNonceTable,
  GameRconTable,
  GameSeatTable,
  GameServerTable,
} from './tables/city.ts';
import type { BuyerBlockTable, CustomerLoginTable } from './tables/customers.ts';
import type {
  CustomerRightTable,
  DeliveryHistoryTable,
  DeliveryTable,
  ResendJobTable,
  RightPlaceTable,
  RightSourceTable,
} from './tables/deliveries.ts';
import type {
  DiscordCheckTable,
  DiscordGuildTable,
  DiscordMessageTable,
  OutsideStopTable,
  OutsideWaitTable,
} from './tables/discord.ts';
import type { DiscountTable } from './tables/discounts.ts';
import type { ListFilePartTable, ListFileTable } from './tables/exports.ts';
import type { CustomerSessionTable, SessionTable, ThrottleTable } from './tables/http.ts';
import type { AlarmTable, MailBounceTable, MailOptoutTable, MailTable } from './tables/mail.ts';
import type { InvitationTable, MemberTable, StoreRoleTable, TeamFactorTable } from './tables/members.ts';
import type { NoticeChoiceTable, NoticeTable } from './tables/notices.ts';
import type {
  DiscountUseTable,
  OrderHistoryTable,
  OrderItemTable,
  OrderNumberNextTable,
  OrderRemarkTable,
  OrderTable,
  OrderTagTable,
  ProductBuyerTable,
  UnpaidHoldTable,
} from './tables/orders.ts';
import type {
  PaymentHistoryTable,
  PaymentNoticeTable,
  PaymentTable,
  RefundItemTable,
  RefundTable,
} from './tables/payments.ts';
import type { PlanTable } from './tables/plans.ts';
import type { PushKeyTable, PushMessageTable, PushSubscriptionTable } from './tables/push.ts';
import type { InstallationTable } from './tables/start.ts';
import type {
  AuditEntryTable,
  DeletionTable,
  GameTokenTable,
  HolderFrictionTable,
  PaymentAccountChangeTable,
  StoreCredentialTable,
  StoreTable,
  SubdomainHoldTable,
  WatchedStoreTable,
} from './tables/stores.ts';
import type { PlanReminderTable, SubscriptionPaymentTable, SubscriptionTable } from './tables/subscription.ts';
import type { VariableTable } from './tables/variables.ts';
import type { WaitingRequestTable } from './tables/waiting.ts';
import type { ShopPageTable, ShopWindowTable, ShownNameTable, WindowPublicationTable } from './tables/window.ts';

/**
 * The tables of migrations/*.sql for Kysely. Columns that end in `_centavos` are integers of centavos; bigint counts
 * are numbers, ids are text. A file of tables/ has the name of the feature, or of the folder of server/src, that owns its
 * tables.
 */
export interface Schema {
  account: AccountTable;
  one_time_token: OneTimeTokenTable;
  oauth_state: OauthStateTable;
  factor_recovery: FactorRecoveryTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  security_event: SecurityEventTable;
  alert: AlertTable;
  alert_news: AlertNewsTable;
  alert_post: AlertPostTable;
  alert_setting: AlertSettingTable;
  push_key: PushKeyTable;
  push_subscription: PushSubscriptionTable;
  push_message: PushMessageTable;
  notice: NoticeTable;
  notice_choice: NoticeChoiceTable;
  order_count: OrderCountTable;
  sales_day: SalesDayTable;
  store_visit: StoreVisitTable;
  figure_day: FigureDayTable;
  figure_month: FigureMonthTable;
  figure_span: FigureSpanTable;
  figure_year: FigureYearTable;
  figure_mark: FigureMarkTable;
  category: CategoryTable;
  image: ImageTable;
  product: ProductTable;
  idempotency_key: IdempotencyKeyTable;
  spent_proof: SpentProofTable;
  game_claim: GameClaimTable;
  game_seat: GameSeatTable;
  game_server: GameServerTable;
  game_nonce: GameNonceTable;
  game_rcon: GameRconTable;
  city_check: CityCheckTable;
  city_list: CityListTable;
  buyer_block: BuyerBlockTable;
  customer_login: CustomerLoginTable;
  waiting_request: WaitingRequestTable;
  customer_right: CustomerRightTable;
  right_source: RightSourceTable;
  right_place: RightPlaceTable;
  delivery: DeliveryTable;
  delivery_history: DeliveryHistoryTable;
  resend_job: ResendJobTable;
  discord_message: DiscordMessageTable;
  discord_check: DiscordCheckTable;
  discord_guild: DiscordGuildTable;
  outside_stop: OutsideStopTable;
  outside_wait: OutsideWaitTable;
  discount: DiscountTable;
  list_file: ListFileTable;
  list_file_part: ListFilePartTable;
  throttle: ThrottleTable;
  session: SessionTable;
  customer_session: CustomerSessionTable;
  mail: MailTable;
  mail_bounce: MailBounceTable;
  mail_optout: MailOptoutTable;
  alarm: AlarmTable;
  member: MemberTable;
  invitation: InvitationTable;
  store_role: StoreRoleTable;
  team_factor: TeamFactorTable;
  approval_rule: ApprovalRuleTable;
  approval: ApprovalTable;
  deletion: DeletionTable;
  order: OrderTable;
  order_item: OrderItemTable;
  order_remark: OrderRemarkTable;
  order_tag: OrderTagTable;
  order_history: OrderHistoryTable;
  order_number_next: OrderNumberNextTable;
  discount_use: DiscountUseTable;
  product_buyer: ProductBuyerTable;
  unpaid_hold: UnpaidHoldTable;
  payment: PaymentTable;
  payment_history: PaymentHistoryTable;
  refund: RefundTable;
  refund_item: RefundItemTable;
  payment_notice: PaymentNoticeTable;
  plan: PlanTable;
  installation: InstallationTable;
  store: StoreTable;
  subdomain_hold: SubdomainHoldTable;
  watched_store: WatchedStoreTable;
  store_credential: StoreCredentialTable;
  payment_account_change: PaymentAccountChangeTable;
  game_token: GameTokenTable;
  audit_entry: AuditEntryTable;
  holder_friction: HolderFrictionTable;
  subscription: SubscriptionTable;
  plan_reminder: PlanReminderTable;
  subscription_payment: SubscriptionPaymentTable;
  variable: VariableTable;
  shop_window: ShopWindowTable;
  window_publication: WindowPublicationTable;
  shown_name: ShownNameTable;
  shop_page: ShopPageTable;
}
