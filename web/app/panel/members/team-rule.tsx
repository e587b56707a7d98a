import type { ReactNode } from 'react';
import { Badge, Card } from '../../ui/surfaces.tsx';

interface TeamRuleProps {
  title: string;
  /** What the rule is set to; null while it is off. */
  state: ReactNode;
  /** What it means for the team as it stands now. */
  text: ReactNode;
  /** The owner's buttons; null for others. */
  actions: ReactNode;
  /** The dialogs of these buttons. */
  children: ReactNode;
}

/** A rule that the owner sets for the whole team: what it is now, and the buttons that change it. */
export function TeamRule({ title, state, text, actions, children }: TeamRuleProps) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 grow basis-72">
        <h2 className="flex flex-wrap items-center gap-2 text-body font-semibold">
          {title}
          {state === null ? null : <Badge tone="ok">{state}</Badge>}
        </h2>
        <p className="text-small text-muted text-pretty">{text}</p>
      </div>
      {actions}
      {children}
    </Card>
  );
}
