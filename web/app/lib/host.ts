import { data, type MiddlewareFunction, redirect } from 'react-router';
import { appContext } from '../context.ts';

/**
 * Server middleware of panel and account pages: they live on the apex (that is where the login is kept), so the same
 * path on a store's host leads there. Hosts that belong to nobody get the not-found screen.
 */
export const apexOnly: MiddlewareFunction<Response> = ({ request, context }, next) => {
  const { tenant } = context.get(appContext);
  if (tenant.kind === 'apex') return next();
  if (tenant.kind === 'unknown') throw data(null, { status: 404 });
  const { pathname, search } = new URL(request.url);
  throw redirect(`${tenant.apexOrigin}${pathname}${search}`);
};
