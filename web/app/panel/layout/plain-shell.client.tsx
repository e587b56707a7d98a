import { Outlet } from 'react-router';
import RecoveryBanner from '../step-up/recovery-banner.client.tsx';
import { MainNavbar } from './main-navbar.client.tsx';
import { OfflineBar } from './offline-bar.client.tsx';
import { PanelProviders } from './panel-providers.client.tsx';

/** Closed pages outside the dashboard: the account's own page and the creation of a store. */
export function PlainShell() {
  return (
    <PanelProviders>
      <MainNavbar />
      <main className="mx-auto w-full max-w-5xl px-4 py-6 sm:py-8">
        <OfflineBar />
        <RecoveryBanner />
        <Outlet />
      </main>
    </PanelProviders>
  );
}
