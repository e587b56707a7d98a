import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { alertsQuery } from '../store/alerts-query.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMaySee } from '../store/may.ts';

/** The bell of narrow windows, where the menu is closed: how many alerts stand, and the way to them. */
export function AlertBell() {
  const store = useCurrentStoreId();
  const sees = useMaySee('store.read');
  const open = useQuery({ ...alertsQuery(store), enabled: store !== null && sees }).data?.open ?? 0;
  if (store === null || !sees) return null;
  const label = open === 0 ? 'Alertas' : open === 1 ? 'Alertas: 1 aberto' : `Alertas: ${open} abertos`;
  return (
    <Link
      to="/alerts"
      aria-label={label}
      title={label}
      className={`${buttonClass('quiet', 'medium', true)} relative ml-auto`}
    >
      <Bell className="size-5" aria-hidden="true" />
      {open > 0 ? (
        <span
          aria-hidden="true"
          className="figures absolute top-1 right-0.5 min-w-5 rounded-full bg-warn-soft px-1 text-center text-small leading-5 font-semibold text-warn"
        >
          {open > 9 ? '9+' : open}
        </span>
      ) : null}
    </Link>
  );
}
