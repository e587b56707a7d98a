import type { ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { container } from '../../shop/frame.tsx';

interface SectionProps {
  /** Its place in the address; the heading's id is made of it. */
  id: string;
  title: string;
  lead?: ReactNode;
  /** On the raised ground, with lines above and below. */
  raised?: boolean;
  children: ReactNode;
}

/** One part of the front page: a heading, one or two sentences, and what it shows. */
export function Section({ id, title, lead, raised, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-titulo`} className={raised ? 'border-y border-line bg-raised' : undefined}>
      <div className={classNames(container, 'py-14 md:py-20')}>
        <h2 id={`${id}-titulo`} className="max-w-2xl text-display font-bold tracking-tight text-balance md:text-hero">
          {title}
        </h2>
        {lead ? <p className="mt-3 max-w-2xl text-muted text-pretty">{lead}</p> : null}
        {children}
      </div>
    </section>
  );
}
