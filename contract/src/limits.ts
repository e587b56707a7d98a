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
  /** Pictures that one account may upload in a day, over all its stores. */
  uploadsPerDay: 300,
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
  /** A command with its values, as it is sent: what the longest answers make of a template is looked at when it is saved. */
  commandLineBytes: 4_096,
  /** Tokens of a command, as the game script takes them (docs/game-server-protocol.md, Actions). */
  commandTokens: 128,
  gameAmountMax: 2_147_483_647,
  cityIdMax: 2_147_483_647,
  orderLinesMax: 50,
  quantityMax: 99,
  /** Before the discount. */
  orderTotalMaxCentavos: 999_999_999,
  customerNameMax: 120,
  variableNameMax: 40,
  variablesPerStore: 200,
  questionsPerStore: 20,
  discountsPerStore: 500,
  variableValueMax: 200,
  /** Digits of an answer to a question for a number. */
  numberAnswerMax: 10,
  idempotencyKeyMax: 255,
  /** Up to so many units a shop window tells what is left (migrations/0006_public_pages.sql). */
  lowStock: 5,
  listDefault: 200,
  pageMax: 100,

  /** Live unpaid orders of one network in a store: an IPv4 address, which carriers share among many, or an IPv6 /64. */
  unpaidPerNetwork: 20,
  /** The same of one Discord login in the store; they do not count for their network. */
  unpaidPerProven: 5,
  /** Of a product's stock the unpaid orders of one holder keep at most this share, but `unpaidShareLeast` units at least, and never the last one. */
  unpaidSharePercent: 20,
  unpaidShareLeast: 2,
  /** The share of a Discord login. */
  unpaidShareProvenPercent: 50,
  /** So many units the only live unpaid order of a holder may take, whatever its share, but never the last one. */
  unpaidOnlyOrder: 5,
  /** Orders of R$ 0 that one network or Discord login takes in a store in an hour; so many more a network that works for each. */
  freeOrdersPerHour: 20,
  freeOrdersWorked: 40,
  /** The same three of an IPv6 /48, which has 65536 networks: whoever rents one has them all, and a carrier's many customers share one. */
  unpaidPerWide: 60,
  unpaidShareWidePercent: 40,
  proofFromWide: 30,
  /** Until its payment page was opened an order holds stock and coupon at most so long. */
  unopenedMinutes: 30,
  /** A network with so many live unpaid orders is part of a wave; so many orders together are one. */
  wavePerNetwork: 8,
  wavePerWide: 24,
  waveOrders: 12,
  /** Unpaid orders of so many minutes that hold this share of a product's stock are a wave as well, whatever their networks. */
  waveMinutes: 10,
  waveStockPercent: 50,
  /** Unknown coupons that a network tries before it works for its orders. */
  frictionGuesses: 20,
  /** From so many live unpaid orders on a network proves some work before each further one. */
  proofFrom: 10,
  /** So long the networks of a wave that was ended prove some work before each order. */
  frictionMinutes: 60,
  /** A proof of work: so many puzzles of so many zero bits, about a quarter of a million hashes, solved within the minutes. */
  proofPuzzles: 8,
  proofBits: 15,
  proofMinutes: 5,
  /** A proof that was spent is remembered for longer than a clock of ours can be off. */
  proofKeepMinutes: 60,
  /** Whose an unpaid order was is forgotten so long after it is decided. */
  holderKeepHours: 1,

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
  /** So long a password, a login at a provider or a passkey counts for what moves money or ownership. */
  stepUpMinutes: 10,
  /** So long somebody who holds the second factor can say no before it is turned off for whoever lost it. */
  factorRecoveryHours: 72,
  /** So long a former address can take the account back. */
  emailRestoreHours: 72,
  /** So long somebody is in a team before they can inherit its store. */
  heirHours: 72,
  passkeysPerAccount: 20,
  passkeyNameMax: 60,
  /** So long a new payment account can be undone with one press. */
  paymentUndoHours: 72,
  sessionIdleDays: 30,
  sessionDays: 180,
  /** Orders say who bought for five years: as long as claims from a purchase live (Lei 8.078/1990, art. 27). */
  orderContactDays: 1_826,
  /** Orders that were never paid: as long as somebody may ask what became of a payment. */
  unpaidContactDays: 90,
  /** The security log: as long as a session can live. */
  securityLogDays: 180,
  /** Payment tokens that one account may try for one store in an hour. */
  paymentTokenTries: 10,
  /** The same by one account over all its stores, and by all accounts of one sender: whoever opens the most that they may connects each of them, with a few slips. */
  paymentTokenTriesAccount: 30,
  noticeLookupsPerMinute: 60,
  /** Payments of a plan that one store, and one account, may begin in an hour. */
  planPaymentsPerHour: 10,
  /** Looks with the platform's own token that notices about one store's plan may cause in a minute; a sweep looks anyway. */
  planLookupsPerMinute: 20,
  /** So long a store is young: without a paid order it mails no shopper. */
  youngStoreDays: 7,

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
