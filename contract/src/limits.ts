/** Every number of SPEC.md section 9 and of DECISIONS.md, named once. Money is in centavos, times in the unit of the name. */
export const limits = {
  passwordMin: 8,
  passwordMax: 50,
  passwordFairLength: 12,
  userNameMin: 3,
  userNameMax: 255,
  emailMax: 254,
  categoryNameMax: 50,
  discountCodeMax: 20,
  discountPercentMax: 100,
  imageBytesMax: 5 * 1024 * 1024,
  discordLoginTimeoutMs: 10_000,
  recentOrders: 8,
  popularPackages: 5,
  popularPackagesAnalytics: 6,
  monthsPerYear: 12,
  sidebarBreakpointPx: 1024,
  navbarScrollPx: 20,
  storeIdCharacters: 6,
  confettiMs: 3_000,
  confettiPieces: 50,
  underDevelopmentPercent: 75,
  chartTension: 0.4,

  subdomainMin: 3,
  subdomainMax: 40,
  storeNameMax: 60,
  subdomainHoldDays: 30,
  storesPerAccount: 20,
  productNameMax: 120,
  productDescriptionMax: 5_000,
  priceMaxCentavos: 99_999_999,
  stockMax: 1_000_000,
  buyLimitMax: 10_000,
  removeProductDaysMax: 3_650,
  actionsMax: 20,
  actionNameMax: 64,
  commandMax: 255,
  gameAmountMax: 2_147_483_647,
  cityIdMax: 2_147_483_647,
  orderLinesMax: 50,
  quantityMax: 99,
  /** Before the discount. */
  orderTotalMaxCentavos: 999_999_999,
  customerNameMax: 120,
  variableNameMax: 40,
  variableValueMax: 200,
  idempotencyKeyMax: 255,
  /** Up to so many units a shop window tells what is left (migrations/0006_public_pages.sql). */
  lowStock: 5,
  listDefault: 200,
  pageMax: 100,

  pixMinutes: 30,
  otherPaymentHours: 24,
  gameTokenOverlapHours: 24,
  invitationDays: 7,
  planGraceDays: 3,
  /** Before the end of a paid time, the first mail about it leaves. */
  planReminderDays: 3,
  /** As long as the provider may still take a payment back. */
  planWatchDays: 180,
  /** CDC, article 49. */
  withdrawalDays: 7,
  sessionIdleDays: 30,
  sessionDays: 180,
  noticeLookupsPerMinute: 60,

  deliveryMessageMax: 255,
  gameBatch: 25,
  gameResultsMax: 100,
  gameOnlineMax: 500,
  gameBodyBytes: 256 * 1024,
  gameHoldMs: 3_500,
  gamePollActiveMs: 2_000,
  gamePollIdleMs: 10_000,
  gameLeaseSeconds: 120,
  gameClockSkewSeconds: 300,
  gameNonceMinutes: 10,
  gameOfflineSeconds: 180,
  /** City ids that one answer to a game server asks about at most. */
  gameWhoMax: 10,
  gamePersonNameMax: 120,

  /** How long a checkout waits for the city's word on a city id. */
  cityCheckWaitMs: 2_000,
  /** How long the city may be asked about one id; what it says later still counts. */
  cityCheckOpenSeconds: 15,
  /** Open questions of one store, and different ids that its city is asked about in a minute. */
  cityCheckQueue: 20,
  cityChecksPerMinute: 60,
  /** An answer of this age still counts when an order is placed. */
  cityCheckKeepSeconds: 300,
  /** "Not there" and "cannot tell" are asked again after this: the player may just be making the character. */
  cityCheckAgainSeconds: 20,
  /** A store that requires the city's word takes a yes of this age: filling in a checkout takes its time. */
  cityFoundMinutes: 30,
} as const;
