import { classNames } from '../lib/class-names.ts';
import { usePublicConfig } from '../lib/public-config.ts';
import { rememberLogin, startAddress } from './oauth.ts';

const look =
  'flex min-h-11 w-full items-center justify-center gap-3 rounded-control px-4 font-medium transition-[filter,background-color] duration-(--motion-fast)';

/**
 * Login with another account; then the browser goes to `next`. The Google button is always shown: if Google is not
 * set up here, it says so.
 */
export function SocialButtons({ next }: { next: string | null }) {
  const config = usePublicConfig();
  const google = config?.google === true;
  const explained = config !== null && !google;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-small text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        ou continue com
      </p>
      <a
        href={startAddress('discord')}
        onClick={() => rememberLogin('discord', { next })}
        className={classNames(look, 'bg-[#5865f2] text-white hover:brightness-110')}
      >
        <DiscordMark />
        Discord
      </a>
      {google ? (
        <a
          href={startAddress('google')}
          onClick={() => rememberLogin('google', { next })}
          className={classNames(look, 'border border-line-strong hover:bg-hover')}
        >
          <GoogleMark />
          Google
        </a>
      ) : (
        <button
          type="button"
          disabled
          aria-describedby={explained ? 'google-off' : undefined}
          className={classNames(look, 'cursor-not-allowed border border-line text-muted')}
        >
          <GoogleMark />
          Google
        </button>
      )}
      {/* The line always has its height, so nothing moves when the answer arrives. */}
      <p id="google-off" className="min-h-5 text-center text-small text-muted">
        {explained ? 'O login com Google não está configurado nesta instalação.' : ''}
      </p>
    </div>
  );
}

/** A speech bubble with two eyes: our own drawing in place of the provider's logo. */
function DiscordMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" fill="currentColor" aria-hidden="true">
      <path d="M8.5 4.5 7.9 3.3C6.2 3.6 4.6 4.2 3.3 5 1.3 8.4.7 12 1 16.2c1.7 1.4 3.6 2.3 5.7 2.8l1.3-2.1c-.8-.3-1.5-.6-2.1-1l.5-.4c3.6 1.7 7.6 1.7 11.2 0l.5.4c-.6.4-1.3.7-2.1 1l1.3 2.1c2.1-.5 4-1.4 5.7-2.8.4-4.8-.7-8.5-2.3-11.2-1.3-.8-2.9-1.4-4.6-1.7l-.6 1.2a17 17 0 0 0-7 0ZM8.3 14c-1.1 0-2-1-2-2.3s.9-2.3 2-2.3 2 1 2 2.3-.9 2.3-2 2.3Zm7.4 0c-1.1 0-2-1-2-2.3s.9-2.3 2-2.3 2 1 2 2.3-.9 2.3-2 2.3Z" />
    </svg>
  );
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" fill="none" stroke="currentColor" strokeWidth="3" aria-hidden="true">
      <path d="M18.8 7A8.5 8.5 0 1 0 20.5 12H12.5" />
    </svg>
  );
}
