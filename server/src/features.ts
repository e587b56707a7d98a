import { accountsRoutes } from './features/accounts/routes.ts';
import { alertsRoutes } from './features/alerts/routes.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { approvalsRoutes } from './features/approvals/routes.ts';
import { categoriesRoutes } from './features/catalog/categories/routes.ts';
import { imagesRoutes } from './features/catalog/images-routes.ts';
import { productsRoutes } from './features/catalog/products-routes.ts';
import { sheetRoutes } from './features/catalog/sheet/routes.ts';
import { checkoutRoutes } from './features/checkout/routes.ts';
import { gameRoutes } from './features/city/game-routes.ts';
import { rconRoutes } from './features/city/rcon/routes.ts';
import { serversRoutes } from './features/city/seats/servers-routes.ts';
import { buyersRoutes } from './features/customers/buyers/routes.ts';
import { calendarRoutes } from './features/customers/calendar-routes.ts';
import { customersRoutes } from './features/customers/routes.ts';
import { resendRoutes } from './features/deliveries/resend/routes.ts';
import { deliveriesRoutes } from './features/deliveries/routes.ts';
import { interactionsRoutes } from './features/discord/interactions-routes.ts';
import { discordRoutes } from './features/discord/routes.ts';
import { discountsRoutes } from './features/discounts/routes.ts';
import { filesRoutes } from './features/exports/files/routes.ts';
import { exportsRoutes } from './features/exports/routes.ts';
import { liveRoutes } from './features/live/routes.ts';
import { unsubscribeRoutes } from './features/mail/unsubscribe-routes.ts';
import { membersRoutes } from './features/members/routes.ts';
import { noticesRoutes } from './features/notices/routes.ts';
import { receiptRoutes } from './features/orders/receipt/receipt-routes.ts';
import { ordersRoutes } from './features/orders/routes.ts';
import { paymentsRoutes } from './features/payments/routes.ts';
import { plansRoutes } from './features/plans/routes.ts';
import { pushRoutes } from './features/push/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { storesRoutes } from './features/stores/routes.ts';
import { subscriptionRoutes } from './features/subscription/routes.ts';
import { undoRoutes } from './features/undo/routes.ts';
import { variablesRoutes } from './features/variables/routes.ts';
import { ownPagesRoutes } from './features/window/pages/routes.ts';
import { windowRoutes } from './features/window/routes.ts';
import type { Feature } from './http/feature.ts';

/** Every feature with routes, in the order of DESIGN.md's layers. */
export const features: Feature[] = [
  unsubscribeRoutes,
  accountsRoutes,
  pushRoutes,
  storesRoutes,
  membersRoutes,
  noticesRoutes,
  approvalsRoutes,
  plansRoutes,
  categoriesRoutes,
  productsRoutes,
  sheetRoutes,
  imagesRoutes,
  variablesRoutes,
  windowRoutes,
  ownPagesRoutes,
  discountsRoutes,
  deliveriesRoutes,
  resendRoutes,
  gameRoutes,
  serversRoutes,
  rconRoutes,
  discordRoutes,
  interactionsRoutes,
  ordersRoutes,
  receiptRoutes,
  paymentsRoutes,
  checkoutRoutes,
  subscriptionRoutes,
  customersRoutes,
  buyersRoutes,
  calendarRoutes,
  alertsRoutes,
  analyticsRoutes,
  exportsRoutes,
  filesRoutes,
  undoRoutes,
  liveRoutes,
  searchRoutes,
];
