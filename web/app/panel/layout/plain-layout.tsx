import { accountTitle } from '@vitrine/contract/screens/account';
import { closedRoute } from '../../lib/guard.ts';
import { apexOnly } from '../../lib/host.ts';
import panelCss from '../../styles/panel.css?url';
import type { Route } from './+types/plain-layout.ts';
import { PlainShell } from './plain-shell.client.tsx';
import { PlainFallback } from './shell-fallback.tsx';

/** Closed pages outside the dashboard: main navbar instead of the sidebar. */
export const meta: Route.MetaFunction = ({ location }) => [
  { title: `${accountTitle(location.pathname) ?? 'Conta'} · Vitrine` },
];
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: panelCss }];
export const middleware: Route.MiddlewareFunction[] = [apexOnly];
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [closedRoute];

export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <PlainFallback />;
}

export default function PlainLayout() {
  return <PlainShell />;
}
