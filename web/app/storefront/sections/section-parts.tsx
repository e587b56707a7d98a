import type { ShownButton } from '@vitrine/contract/window-shown';
import type { ReactNode } from 'react';

/** An owner's text: each line that it has is a paragraph. */
export function Paragraphs({ text }: { text: string }) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) return null;
  return (
    <div className="sec-text">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and never move
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}

/** Another site gets no access to this page, and no better rank in search engines from its link. */
const outside = (href: string) => (href.startsWith('https:') ? { rel: 'noopener nofollow ugc' } : {});

export function ButtonLink({ button }: { button: ShownButton | null }) {
  if (!button) return null;
  return (
    <a href={button.href} {...outside(button.href)} className="btn btn-primary sec-button">
      {button.label}
    </a>
  );
}

export function PlainLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} {...outside(href)} className="sec-link">
      {children}
    </a>
  );
}

interface SectionProps {
  id: string;
  title: string;
  className?: string;
  children: ReactNode;
}

/** A section with its title, which looks like the title of a shelf. It is hidden while somebody searches (`data-plain`). */
export function Section({ id, title, className = '', children }: SectionProps) {
  return (
    <section data-section={id} data-plain="" aria-labelledby={`secao-${id}`} className={`sec ${className}`}>
      <h2 id={`secao-${id}`} className="shop-shelf-title mb-3 text-lead font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}
