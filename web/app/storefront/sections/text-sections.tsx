import type { ShownParts } from '@vitrine/contract/window-shown';
import { firstLetter } from '../../lib/brand/first-letter.ts';
import { container } from '../shop/frame.tsx';
import { Picture } from '../shop/picture.tsx';
import { ButtonLink, Paragraphs, PlainLink, Section } from './section-parts.tsx';

interface Props<Kind extends keyof ShownParts> {
  id: string;
  parts: ShownParts[Kind];
}

export function AnnouncementSection({ id, parts: { text, href }, top }: Props<'announcement'> & { top: boolean }) {
  return (
    <aside
      data-section={id}
      data-plain={top ? undefined : ''}
      aria-label="Aviso"
      className={top ? 'sec-notice' : 'sec-notice sec-notice-inner'}
    >
      <p className={top ? container : ''}>{href ? <PlainLink href={href}>{text}</PlainLink> : text}</p>
    </aside>
  );
}

export function SplitSection({ id, parts: { title, text, picture, side, button } }: Props<'split'>) {
  const body = (
    <div className="split-body">
      {title ? (
        <h2 id={`secao-${id}`} className="split-title">
          {title}
        </h2>
      ) : null}
      <Paragraphs text={text} />
      <ButtonLink button={button} />
    </div>
  );
  return (
    <section data-section={id} data-plain="" aria-labelledby={title ? `secao-${id}` : undefined} className="sec">
      <div className="sec-split" data-side={picture ? side : undefined}>
        {picture ? (
          <div className="split-frame">
            <Picture
              src={picture}
              alt=""
              sizes="(min-width: 768px) 50vw, 88vw"
              width={1280}
              height={960}
              className="split-picture card"
            />
          </div>
        ) : null}
        {body}
      </div>
    </section>
  );
}

export function FaqSection({ id, parts: { title, items } }: Props<'faq'>) {
  return (
    <Section id={id} title={title} className="sec-faq">
      {items.map(({ question, answer }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: questions may repeat, and never move
        <details key={index} className="card faq-item">
          <summary>{question}</summary>
          <Paragraphs text={answer} />
        </details>
      ))}
    </Section>
  );
}

export function RulesSection({ id, parts: { title, items } }: Props<'rules'>) {
  return (
    <Section id={id} title={title}>
      <ol className="sec-rules">
        {items.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules may repeat, and never move
          <li key={index}>
            <span>{rule}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

export function StaffSection({ id, parts: { title, people } }: Props<'staff'>) {
  return (
    <Section id={id} title={title}>
      <ul className="sec-staff">
        {people.map(({ name, role, picture }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and never move
          <li key={index}>
            {picture ? (
              <Picture src={picture} alt="" sizes="80px" width={160} height={160} className="staff-face" />
            ) : (
              <span aria-hidden="true" className="staff-face staff-letter">
                {firstLetter(name)}
              </span>
            )}
            <span className="staff-name">{name}</span>
            {role ? <span className="staff-role">{role}</span> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
