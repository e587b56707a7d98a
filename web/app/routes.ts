import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/**
 * SPEC.md's route table, for two kinds of host (see context.ts, Tenant):
 * - `storefront/layout.tsx`: a store's own host; on the apex `/` is the product's landing page.
 * - `entry/layout.tsx` and `panel/layout/layout.tsx`: the apex; on a store's host they redirect there.
 * A fixed segment wins over a parameter, so `/products/create` (panel) and `/products/:idProduct` (shop) never mix.
 */
export default [
  layout('storefront/layout.tsx', [
    index('storefront/home.tsx'),
    route('store', 'storefront/home.tsx', { id: 'storefront/store' }),
    route('products/:idProduct', 'storefront/product.tsx'),
    route('buy', 'storefront/buy.tsx'),
    route('checkout', 'storefront/checkout.tsx'),
    route('checkout/success', 'storefront/checkout-success.tsx'),
    route('checkout/error', 'storefront/checkout-error.tsx'),
    route('checkout/pix/:externalReference', 'storefront/checkout-pix.tsx'),
    route('pedido/:externalReference', 'storefront/order.tsx'),
    route('minhas-compras', 'storefront/purchases.tsx'),
    route('minhas-compras/entrar', 'storefront/purchases-enter.tsx'),
    route('minhas-compras/dados', 'storefront/purchases-data.tsx'),
    route('termos', 'storefront/terms.tsx'),
    route('privacidade', 'storefront/privacy.tsx'),
    route('seguranca', 'storefront/security.tsx'),
  ]),

  layout('entry/layout.tsx', [
    route('login', 'entry/login.tsx'),
    route('registrar', 'entry/register.tsx'),
    route('register', 'entry/register.tsx', { id: 'entry/register-en' }),
    route('password/forgot', 'entry/password-forgot.tsx'),
    route('password/reset', 'entry/password-reset.tsx'),
    route('email/verify', 'entry/email-verify.tsx'),
    route('email/restore', 'entry/email-restore.tsx'),
    route('factor-recovery', 'entry/factor-recovery.tsx'),
    route('email/unsubscribe', 'entry/email-unsubscribe.tsx'),
  ]),

  layout('panel/layout/plain-layout.tsx', [
    route('profile', 'panel/profile/route.tsx'),
    route('store/create', 'panel/store-create/route.tsx'),
    route('invitations/accept', 'panel/members/accept-route.tsx'),
  ]),

  layout('panel/layout/layout.tsx', [
    route('dashboard', 'panel/dashboard/route.tsx'),
    route('categories', 'panel/categories/route.tsx'),
    route('categories/create', 'panel/categories/create-route.tsx'),
    route('categories/:id', 'panel/categories/edit-route.tsx'),
    route('products', 'panel/products/route.tsx'),
    route('products/create', 'panel/products/create-route.tsx'),
    route('products/edit/:id', 'panel/products/edit-route.tsx'),
    route('orders', 'panel/orders/route.tsx'),
    route('orders/create', 'panel/orders/route.tsx', { id: 'panel/orders/create' }),
    route('variables', 'panel/variables/route.tsx'),
    route('discounts', 'panel/discounts/route.tsx'),
    route('discounts/create', 'panel/discounts/create-route.tsx'),
    route('discounts/:id', 'panel/discounts/edit-route.tsx'),
    route('members', 'panel/members/route.tsx'),
    route('members/invite', 'panel/members/route.tsx', { id: 'panel/members/invite' }),
    route('config', 'panel/config/route.tsx'),
    route('subscription', 'panel/subscription/route.tsx'),
  ]),

  route('*', 'not-found.tsx'),
] satisfies RouteConfig;
