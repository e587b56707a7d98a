import { lazy, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { OnDemand } from '../../ui/on-demand.tsx';
import { useMayOpen } from '../store/may.ts';
import { actOnKey } from './act-on-key.ts';

const KeySheet = lazy(() => import('./key-sheet.client.tsx'));

/** The form for a new thing, by the list that the person looks at. */
const forms: Record<string, string> = {
  '/products': '/products/create',
  '/categories': '/categories/create',
  '/discounts': '/discounts/create',
  '/orders': '/orders/create',
  '/members': '/members/invite',
};

interface ShortcutsProps {
  onPalette(): void;
  /** How often the list of keys was asked for elsewhere. */
  asked: number;
}

/** The keys of the panel, beside those of the palette. It begins after the screen is there. */
export default function Shortcuts({ onPalette, asked }: ShortcutsProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const mayOpen = useMayOpen();
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(asked > 0), [asked]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const form = forms[pathname];
      const did = actOnKey(event, {
        palette: onPalette,
        sheet: () => setOpen(true),
        create() {
          if (form === undefined || !mayOpen(form)) return false;
          void navigate(form);
          return true;
        },
      });
      if (did) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [pathname, mayOpen, navigate, onPalette]);

  return (
    <OnDemand when={open}>
      <KeySheet open={open} onClose={() => setOpen(false)} />
    </OnDemand>
  );
}
