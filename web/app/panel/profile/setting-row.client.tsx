import type { ReactNode } from 'react';
import { ListRow } from '../../ui/surfaces.tsx';

interface SettingRowProps {
  label: string;
  /** The present state. */
  children: ReactNode;
  action?: ReactNode;
  /** Under both, over the full width: what the person still has to do. */
  note?: ReactNode;
}

/** One setting of the account: its name, its state, and its button. */
export function SettingRow({ label, children, action, note }: SettingRowProps) {
  return (
    <ListRow className="flex-wrap gap-y-3">
      <div className="min-w-0 grow basis-44">
        <h3 className="font-medium">{label}</h3>
        <div className="text-small break-words text-muted">{children}</div>
      </div>
      {action ? <div className="flex flex-wrap gap-2">{action}</div> : null}
      {note ? <div className="basis-full">{note}</div> : null}
    </ListRow>
  );
}
