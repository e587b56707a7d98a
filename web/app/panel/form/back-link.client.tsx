import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';

/** The way back to the list, above the title of a form. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="mb-2 -ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-control px-2 text-small text-muted hover:text-text pointer-fine:min-h-8"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {children}
    </Link>
  );
}
