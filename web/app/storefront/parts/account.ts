import { showFace } from '../../lib/show-face.ts';
import { watchState } from '../../state/watch-state.ts';

/** Replaces the two links by the account's menu when a person is logged in on this host. */
export function wake(place: HTMLElement): void {
  const find = (selector: string) => place.querySelector<HTMLElement>(selector);
  const avatar = place.querySelector<HTMLImageElement>('[data-avatar]');
  const face = find('[data-face]');
  const write = (selector: string, text: string) => {
    const where = find(selector);
    if (where) where.textContent = text;
  };
  const showAvatar = (address: string | null) => {
    if (!avatar || !face) return;
    if (address) avatar.src = address;
    avatar.hidden = !address;
    face.hidden = Boolean(address);
  };
  avatar?.addEventListener('error', () => showAvatar(null));
  find('[data-logout]')?.addEventListener('click', () => {
    void import('./log-out.ts').then(({ logOut }) => logOut()).catch((error) => console.error('logout', error));
  });
  watchState(
    ({ auth }) => auth.user,
    (user) => {
      showFace(place, 'logged-in', user !== null);
      if (!user) return;
      find('[data-account-button]')?.setAttribute('aria-label', `Sua conta, ${user.name}`);
      write('[data-name]', user.name);
      write('[data-email]', user.email ?? '');
      showAvatar(user.avatar);
    },
  );
}
