import { LayoutDashboard, LogOut, ShoppingCart, UserRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { Logo } from '../../lib/logo.tsx';
import { watchScrolled } from '../../lib/scrolled.ts';
import { useAppStore } from '../../state/app-store.ts';
import { Avatar } from '../../ui/bits.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { logout } from './logout.ts';

/** The main navbar (SPEC.md section 2): logo, cart, account menu. It changes its style after 20 px of scroll. */
export function MainNavbar() {
  const bar = useRef<HTMLElement>(null);
  const user = useAppStore((state) => state.auth.user);
  const navigate = useNavigate();
  useEffect(() => (bar.current ? watchScrolled(bar.current) : undefined), []);

  return (
    <header
      ref={bar}
      className="sticky top-0 z-20 border-b border-transparent transition-colors duration-(--motion-slow) data-scrolled:border-line data-scrolled:bg-surface/90 data-scrolled:backdrop-blur"
    >
      <nav aria-label="Principal" className="mx-auto flex h-16 max-w-5xl items-center gap-1 px-4">
        {/* Full page loads, because front page and cart are pages of the shop and not part of this application. */}
        <a href="/" className="mr-auto block rounded-control" aria-label="Vitrine, início">
          <Logo />
        </a>
        <a href="/checkout" aria-label="Carrinho" title="Carrinho" className={buttonClass('quiet', 'medium', true)}>
          <ShoppingCart className="size-5" />
        </a>
        {user ? (
          <Menu
            label="Sua conta"
            triggerClassName="flex min-h-11 items-center gap-2 rounded-full p-1 transition-colors duration-(--motion-fast) hover:bg-hover"
            trigger={<Avatar name={user.name} src={user.avatar} />}
            header={
              <div className="flex items-center gap-3 border-b border-line px-3 py-3">
                <Avatar name={user.name} src={user.avatar} />
                <div className="min-w-0">
                  <p className="max-w-52 truncate font-medium">{user.name}</p>
                  <p className="max-w-52 truncate text-small text-muted">{user.email}</p>
                </div>
              </div>
            }
            items={[
              { id: 'profile', label: 'Meu Perfil', icon: <UserRound />, onSelect: () => void navigate('/profile') },
              {
                id: 'dashboard',
                label: 'Dashboard',
                icon: <LayoutDashboard />,
                onSelect: () => void navigate('/dashboard'),
              },
              { id: 'logout', label: 'Sair', icon: <LogOut />, onSelect: () => void logout() },
            ]}
          />
        ) : (
          <Link to="/login" className={buttonClass('primary', 'small')}>
            Entrar
          </Link>
        )}
      </nav>
    </header>
  );
}
