import { lazy, type ReactNode } from 'react';
import { OnDemand } from './on-demand.tsx';

const DrawerPanel = lazy(() => import('./drawer-panel.tsx'));

export interface DrawerProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: ReactNode;
  /** Beside the title, for example a state badge. */
  aside?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * One thing with all details, at the right of its list. The list stays visible on a desktop; a phone uses the whole
 * width. Its script is fetched when it first opens.
 */
export function Drawer(props: DrawerProps) {
  return (
    <OnDemand when={props.open}>
      <DrawerPanel {...props} />
    </OnDemand>
  );
}
