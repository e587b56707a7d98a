import type { Permission } from '@vitrine/contract/permissions';

/**
 * What a route says about its callers, in its `config.access`; a route that does not say it does not start.
 * - `public`: anyone, no store in it
 * - `account`: anyone logged in, no store in it
 * - `shopper`: anyone, in the store named by the payload or the host; a member's token is recognised
 * - `customer`: a shopper signed in at the store that the host names, by a cookie of that host
 * - `game`: a game server's signed request, which brings its store
 * - `provider`: an outside system that proves itself in the handler (notices, interactions)
 * - a permission: a member of the named store whose role has it
 */
export type Access = 'public' | 'account' | 'shopper' | 'customer' | 'game' | 'provider' | Permission;
