import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { apexOnly } from '../lib/host.ts';
import { InlineScript } from '../lib/inline.tsx';
import { rehydrateOnce } from '../lib/session.ts';
import panelCss from '../styles/panel.css?url';
import { Toasts } from '../ui/toast.tsx';
import type { Route } from './+types/layout.ts';
import { holdEarlySubmits, useEarlySubmit } from './early-submit.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: panelCss }];
export const middleware: Route.MiddlewareFunction[] = [apexOnly];

/** Public pages of the apex. The server renders them, so forms exist before any script (see `early-submit.ts`). */
export default function AccountLayout() {
  useEffect(rehydrateOnce, []);
  useEarlySubmit();
  return (
    <>
      <InlineScript text={holdEarlySubmits} />
      <Outlet />
      <Toasts />
    </>
  );
}
