import { replace } from 'react-router';
import { confirmingProvider, endConfirmWindow } from '../../entry/confirm-window.ts';
import {
  exchangeCode,
  type FailedReturn,
  type Provider,
  providerNames,
  rememberedLogin,
  returnErrorText,
  returnFailed,
} from '../../entry/oauth.ts';
import { safeReturnPath } from '../../lib/guard.ts';
import { useAppStore } from '../../state/app-store.ts';
import { notify } from '../../ui/toast.tsx';
import type { Route } from './+types/route.ts';
import { ConfirmEnded, OauthFailure } from './login-failure.client.tsx';
import { Profile } from './profile.client.tsx';

/** The result of a return from a provider, if the page must show it. */
type ReturnOutcome = FailedReturn | { provider: Provider; purpose: 'confirm'; failure: string | null };

/**
 * OAuth logins return to /profile. The code leaves the address before it is sent, so that a reload or the back button
 * cannot send it again; `exchangeCode` joins calls with the same code. Null on an ordinary visit.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<ReturnOutcome | null> {
  const { searchParams } = new URL(request.url);
  const code = searchParams.get('code');
  const error = searchParams.get('error');
  if (code === null && error === null) return null;

  const confirming = confirmingProvider(searchParams.get('state'));
  const { provider, purpose, next } = confirming
    ? ({ provider: confirming, purpose: 'confirm', next: null } as const)
    : rememberedLogin();
  window.history.replaceState(window.history.state, '', '/profile');
  if (code === null || error !== null) {
    const failure = returnErrorText(error ?? '', provider);
    if (purpose === 'confirm') return confirmEnded(provider, failure);
    returnFailed(failure);
    notify.error(failure);
    return { provider, purpose, failure };
  }

  const outcome = await exchangeCode(provider, code, searchParams.get('state'));
  if (purpose === 'confirm') return confirmEnded(provider, outcome.ok ? null : outcome.message);
  if (!outcome.ok) {
    notify.error(outcome.message);
    return { provider, purpose, failure: outcome.message };
  }
  if (purpose === 'link') {
    notify.success(`${providerNames[provider]} vinculado à sua conta.`);
    throw replace('/profile?tab=conta');
  }
  notify.success(`Bem-vindo, ${outcome.name}!`);
  throw replace(safeReturnPath(next));
}
/** In the window of a confirmation: reports to the waiting window and closes, or says that the person may close it. */
function confirmEnded(provider: Provider, failure: string | null): ReturnOutcome {
  endConfirmWindow(failure);
  return { provider, purpose: 'confirm', failure };
}
clientLoader.hydrate = true as const;

/** Shown while the code is exchanged. */
export function HydrateFallback() {
  return (
    <p role="status" className="py-24 text-center text-muted">
      Carregando…
    </p>
  );
}

export default function ProfileRoute({ loaderData }: Route.ComponentProps) {
  const isLoggedIn = useAppStore((state) => state.auth.isLoggedIn);
  if (loaderData?.purpose === 'confirm') return <ConfirmEnded failure={loaderData.failure} />;
  if (loaderData && !isLoggedIn) {
    return <OauthFailure provider={loaderData.provider} />;
  }
  return <Profile failedReturn={loaderData} />;
}
