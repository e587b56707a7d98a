import { panelTitle } from '@vitrine/contract/screens/panel';
import { closedRoute } from '../../lib/guard.ts';
import { apexOnly } from '../../lib/host.ts';
import panelCss from '../../styles/panel.css?url';
import type { Route } from './+types/layout.ts';
import { Shell } from './shell.client.tsx';
import { ShellFallback } from './shell-fallback.tsx';

export const meta: Route.MetaFunction = ({ location }) => [
  { title: `${panelTitle(location.pathname) ?? 'Painel'} · Vitrine` },
];
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: panelCss }];
export const middleware: Route.MiddlewareFunction[] = [apexOnly];
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [closedRoute];

/** It runs only in the browser. Because it exists, the server renders the fallback of every screen. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ShellFallback />;
}

export default function PanelLayout() {
  return <Shell />;
}
