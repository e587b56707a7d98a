import { data, type MiddlewareFunction, redirect } from 'react-router';
import { appContext } from '../context.ts';

/**
 * Server middleware of panel and entry pages. The login is kept on the apex, so on a store's host the same path
 * redirects there. An unknown host gets the not-found screen.
 */
export const apexOnly: MiddlewareFunction<Response> = ({ request, context }, next) => {
  const { tenant } = context.get(appContext);
  if (tenant.kind === 'apex') return next();
  if (tenant.kind === 'unknown') throw data(null, { status: 404 });
  const { pathname, search } = new URL(request.url);
  throw redirect(`${tenant.apexOrigin}${pathname}${search}`);
};
