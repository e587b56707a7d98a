import { shopLimits } from './shop-limits.ts';

/** Every number of SPEC.md section 9 and of DECISIONS.md, once. Money is in centavos; names end in their unit. */
export const limits = {
  ...shopLimits,
  passwordMin: 8,
  passwordMax: 50,
  passwordFairLength: 12,
  userNameMin: 3,
  userNameMax: 255,
  categoryNameMax: 50,
  categoryDescriptionMax: 500,
  discountPercentMax: 100,
  discountUsesMax: 1_000_000,
  imageBytesMax: 5 * 1024 * 1024,
  /** Pixels that a picture may have, with any sides: 4000 × 4000. */
  imagePixelsMax: 16_000_000,
  /** The longest side that WebP can hold, in pixels. */
  imageSideMax: 16_383,
  /** Pictures that one account may upload in a day, in all its stores together. */
  uploadsPerDay: 300,
  recentOrders: 8,
  popularPackages: 5,
  popularPackagesAnalytics: 6,
  monthsPerYear: 12,
  sidebarBreakpointPx: 1024,
  storeIdCharacters: 6,
  chartTension: 0.4,
  /** The longest range of the figures: two years. */
  figureDaysMax: 731,
  /** Rows of a list of the figures; the file has all of them. */
  figureRowsMax: 50,

  subdomainMin: 3,
  subdomainMax: 40,
  storeNameMax: 60,
  subdomainHoldDays: 30,
  storesPerAccount: 20,
  productNameMax: 120,
  productDescriptionMax: 5_000,
  productSearchMax: 80,
  /** Products that one press changes. */
  productsChangedMax: 200,
  /** A sheet of products: characters of the file, its rows, and the faults that are told of it. */
  sheetCharactersMax: 3_000_000,
  sheetRowsMax: 5_000,
  sheetFaultsMax: 100,
  priceCutPercentMax: 90,
  priceRisePercentMax: 500,
  /** Pictures of a product; the first is its card's. */
  productPicturesMax: 6,
  pictureAltMax: 120,
  priceMaxCentavos: 99_999_999,
  stockMax: 1_000_000,
  buyLimitMax: 10_000,
  removeProductDaysMax: 3_650,
  actionsMax: 20,
  /** The longest delay of an action: 30 days. */
  actionDelayMinutesMax: 43_200,
  actionNameMax: 64,
  commandMax: 255,
  /** Most bytes of a sent command with its values. Saving a template checks it with the longest possible answers. */
  commandLineBytes: 4_096,
  /** Most tokens of a command, as in the game script (docs/game-server-protocol.md, Actions). */
  commandTokens: 128,
  /** Characters of a message, as Discord allows; a rendered one has no more (facts: resources/message, Create Message). */
  discordMessageMax: 2_000,
  discordServersMax: 10,
  gameAmountMax: 2_147_483_647,
  orderLinesMax: 50,
  /** Notes and tags that a store's people write on an order. */
  orderNoteMax: 1000,
  /** Days by which a right can be extended at once. */
  extendDaysMax: 365,
  /** Why a buyer is blocked, or a right extended. */
  blockReasonMax: 300,
  orderNotesMax: 50,
  orderTagMax: 24,
  orderTagsMax: 8,
  tagsListed: 100,
  /** Before the discount. */
  orderTotalMaxCentavos: 999_999_999,
  optionsPerProduct: 5,
  optionChoicesMax: 30,
  /** Letters of an option's label, of a choice, and of a free answer. */
  optionTextMax: 60,
  optionCodeMax: 20,
  optionNumberMax: 999_999_999,
  /** The letters and digits of a plate: the game fills a shorter one up, and bases then no longer find it. */
  plateLength: 8,
  variableNameMax: 40,
  /** Roles that a store makes for itself. */
  ownRolesPerStore: 20,
  roleNameMax: 40,
  /** Days that a store gives its team for a second factor. */
  factorDaysMax: 60,
  /** A request for a second person's approval ends after these hours. */
  approvalHours: 72,
  /** Part refunds of one order within these hours count together against the value that needs two people. */
  approvalSumHours: 24,
  /** Requests of one store that wait. */
  approvalsMax: 100,
  /** Requests that ended stay for these days; lists show those of the last ones. */
  approvalKeepDays: 90,
  approvalShownDays: 7,
  variablesPerStore: 200,
  questionsPerStore: 20,
  discountsPerStore: 500,
  /** Most digits of an answer to a number question. */
  numberAnswerMax: 10,
  idempotencyKeyMax: 255,
  listDefault: 200,
  pageMax: 100,

  /** Live unpaid orders of one network in a store: an IPv4 address (many customers may share it) or an IPv6 /64. */
  unpaidPerNetwork: 20,
  /** Live unpaid orders of one Discord login in a store. They do not count for their network. */
  unpaidPerProven: 5,
  /** One holder's unpaid orders keep this share of a stock, or `unpaidShareLeast` units, but never the last unit. */
  unpaidSharePercent: 20,
  unpaidShareLeast: 2,
  /** The same share for a Discord login. */
  unpaidShareProvenPercent: 50,
  /** A holder's only live unpaid order may take this many units, whatever the share, but never the last one. */
  unpaidOnlyOrder: 5,
  /** Orders of R$ 0 per hour for one network or Discord login. The next figure: further ones, with a proof of work. */
  freeOrdersPerHour: 20,
  freeOrdersWorked: 40,
  /** The same figures for an IPv6 /48: one renter may have its 65536 networks, or many customers of a carrier. */
  unpaidPerWide: 60,
  freeOrdersPerHourWide: 60,
  freeOrdersWorkedWide: 120,
  unpaidShareWidePercent: 40,
  proofFromWide: 30,
  /** An order whose payment page was never opened holds stock and coupon for at most this time. */
  unopenedMinutes: 30,
  /** A network with this many live unpaid orders is part of a wave. The next figure: orders that make a wave. */
  wavePerNetwork: 8,
  wavePerWide: 24,
  waveOrders: 12,
  /** Unpaid orders of these minutes that hold this share of a product's stock are a wave from any networks. */
  waveMinutes: 10,
  waveStockPercent: 50,
  /** After this many unknown coupons a network must do a proof of work for its orders. */
  frictionGuesses: 20,
  /** From this many live unpaid orders on, a network must do a proof of work for each further order. */
  proofFrom: 10,
  /** After a wave was ended, its networks must do a proof of work for each order for this time. */
  frictionMinutes: 60,
  /** A proof of work: puzzles, zero bits of each (a quarter of a million hashes in all), and the time to solve them. */
  proofPuzzles: 8,
  proofBits: 15,
  proofMinutes: 5,
  /** A used proof is remembered for this time, which is longer than any error of our clocks. */
  proofKeepMinutes: 60,
  /** The holder of an unpaid order is forgotten this long after the order is decided. */
  holderKeepHours: 1,
  /** How often a buyer may correct the ids of one order, and for how many days after it was paid in the browser that placed it. */
  buyerCorrections: 3,
  correctionDays: 30,

  /** New payments that an order may start in an hour: each makes some calls with the store's own token. */
  renewalsPerHour: 10,
  pixMinutes: 30,
  otherPaymentHours: 24,
  gameTokenOverlapHours: 24,
  invitationDays: 7,
  planGraceDays: 3,
  /** The first mail leaves this long before a paid plan ends. */
  planReminderDays: 3,
  /** The provider may take a payment back for this long. */
  planWatchDays: 180,
  /** CDC, article 49. */
  withdrawalDays: 7,
  /** A password, passkey or login at a provider confirms a session for this long, for acts on money or ownership. */
  stepUpMinutes: 10,
  /** A lost second factor is turned off after this time. Until then, whoever still holds it can refuse. */
  factorRecoveryHours: 72,
  /** A former address can take the account back for this long. */
  emailRestoreHours: 72,
  /** A person must be in a team for this long before they can inherit its store. */
  heirHours: 72,
  passkeysPerAccount: 20,
  passkeyNameMax: 60,
  /** A new payment account can be undone with one press for this long. */
  paymentUndoHours: 72,
  sessionIdleDays: 30,
  sessionDays: 180,
  /** Orders keep the buyer's ids for five years, the limit for claims from a purchase (Lei 8.078/1990, art. 27). */
  orderContactDays: 1_826,
  /** Orders that were never paid keep the buyer's ids for this long, in case somebody asks about a payment. */
  unpaidContactDays: 90,
  /** The security log keeps entries for as long as a session can live. */
  securityLogDays: 180,
  /** Payment tokens that one account may try for one store in an hour. */
  paymentTokenTries: 10,
  /** The same for one account in all its stores, and for all accounts of one sender. */
  paymentTokenTriesAccount: 30,
  noticeLookupsPerMinute: 60,
  /** Plan payments that one store, and one account, may start in an hour. */
  planPaymentsPerHour: 10,
  /** Lookups with the platform's token that notices about one plan may cause in a minute. A sweep looks anyway. */
  planLookupsPerMinute: 20,
  /** A store is young for this long. Without a paid order, a young store mails no shopper. */
  youngStoreDays: 7,
  /** How long a request for a mail waits for its confirmation, and then for its product or the opening. */
  waitConfirmHours: 48,
  waitDays: 90,
  /** Requests that one sender may make in a quarter of an hour. */
  waitsPerSender: 10,
  /** People of one store who are told in one run of the sweep, four times a minute. */
  waitTold: 5,
  /** A store's opening is at most this far away. */
  opensWithinDays: 366,

  deliveryMessageMax: 255,
  resendReasonMax: 200,
  /** Deliveries that the filter of one job may name, and so the most that it sends again. */
  resendMax: 20_000,
  /** Deliveries that a person who may not give goods may send again in 24 hours. */
  resendsPerDay: 50,
  /** How often the same goods may be sent again. */
  resendsOfOne: 5,
  gameBatch: 25,
  gameResultsMax: 100,
  /** City ids in one sync: FXServer has 2,048 slots. Its list is then 50 KB of `gameBodyBytes`. */
  gameOnlineMax: 4_096,
  /** Characters of a player's key: a kind and its value. */
  playerKeyMax: 80,
  gameBodyBytes: 256 * 1024,
  gameHoldMs: 3_500,
  gamePollIdleMs: 10_000,
  /** Pause of a game server that has its hands full while more waits for it. */
  gamePollFullMs: 500,
  gameLeaseSeconds: 120,
  /** Longest lease of one attempt, however often the script renews it. */
  gameLeaseMostSeconds: 900,
  /** After the end of a lease nobody else gets the delivery for this long: an effect that began in time may still run. */
  gameLeaseMarginSeconds: 30,
  gameClockSkewSeconds: 300,
  gameNonceMinutes: 10,
  gameOfflineSeconds: 180,
  /** An open panel says after this long that a server does not answer. A calm city asks every 12 s. */
  gameSilentSeconds: 20,
  /** While a server lives, its stored sign of life is never older than this, even if nobody watches the server. */
  gameSurelySilentSeconds: 75,
  /** A new start of a journal gets its seat after this long without a word from the start before: one calm poll. */
  seatSettleSeconds: 15,
  /** How long a game server is silent before another may take its seat: the least, the usual and the most that can be set. */
  silenceMinutesMin: 5,
  silenceMinutes: 10,
  silenceMinutesMax: 1440,
  /** The owner hears of a silent game server after these minutes: the usual and the least that can be set. A city that cannot
   * reach us pauses up to 6 minutes, and an outage of ours must not look like its silence. */
  alertSilenceMinutes: 10,
  alertSilenceMinutesMin: 8,
  /** Alerts that ended are kept for this long. */
  alertKeepDays: 90,
  /** Events that members were told of stay for these days. */
  noticeKeepDays: 30,
  /** Game servers of one store. */
  seatsMax: 10,
  identityLabelMax: 30,
  identityHelpMax: 200,
  seatNameMax: 40,
  rconHostMax: 253,
  /** Characters: with three bytes each they fit into one packet. */
  rconPasswordMax: 400,
  /** A command that fits into one packet, in bytes (server/src/integrations/rcon/packets.ts). */
  rconLineBytes: 1446,
  /** Lower ports are those of other services. */
  rconPortMin: 1024,
  /** Connections that the people of a store, and one person at all stores, may try in an hour. */
  rconTriesPerHour: 20,
  /** Scripts that a seat remembers besides the one that holds it. */
  gameClaimsMax: 10,
  /** Most city ids in one answer to a game server. */
  gameWhoMax: 10,
  gamePersonNameMax: 120,

  /** A rehearsal is undone after this time, whatever became of the page that shows it. */
  rehearsalMinutes: 60,
  /** Rehearsals that a store may run in an hour. */
  rehearsalsPerHour: 20,

  /** A list of the city's names: most names of a page and of a list, its bytes, and characters of a label. */
  cityListPage: 200,
  cityListNames: 5_000,
  cityListBytes: 256 * 1024,
  cityLabelMax: 80,
  /** Times that the scripts of one game server may say hello in a minute. Eleven that wait say it 66 times. */
  gameHellosPerMinute: 120,
  /** Pages of lists that one game server may send in an hour. */
  cityListPagesPerHour: 400,
  /** Players of one game server that may ask what they have, in a minute. */
  gamePlayerAsksPerMinute: 120,
  /** Most benefits that a player is told in the city. */
  gamePlayerBenefitsMax: 20,

  /** Longest wait of a checkout for the city's answer about a city id. */
  cityCheckWaitMs: 2_000,
  /** Time in which the city is asked about one id. A later answer still counts. */
  cityCheckOpenSeconds: 15,
  /** Most open questions of one store; also most different ids that its city is asked about in a minute. */
  cityCheckQueue: 20,
  cityChecksPerMinute: 60,
  /** An answer of at most this age counts when an order is placed. */
  cityCheckKeepSeconds: 300,
  /** After "missing" or "unknown" the city is asked again: the player may be creating the character. */
  cityCheckAgainSeconds: 20,
  /** A store that requires the city's answer accepts a "found" of this age: filling in a checkout takes time. */
  cityFoundMinutes: 30,

  /** Longest wait of a checkout for Discord's answer about an id. */
  discordCheckWaitMs: 3_000,
  /** Most questions about ids that one store causes at Discord in a minute. */
  discordChecksPerMinute: 60,
  /** How long an answer counts. "Not a member" counts shorter, because the buyer may be joining. */
  discordCheckKeepSeconds: 300,
  discordCheckAgainSeconds: 10,
} as const;
