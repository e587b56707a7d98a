import { formatReais } from '@vitrine/contract/money';
import type { ShownParts } from '@vitrine/contract/window-shown';
import { ButtonLink, Paragraphs, Section } from './section-parts.tsx';

interface Props<Kind extends keyof ShownParts> {
  id: string;
  parts: ShownParts[Kind];
}

/** The server says how long it takes; the page's own script makes it a clock. */
export function CountdownSection({ id, parts: { title, text, until, day, left, button } }: Props<'countdown'>) {
  return (
    <Section id={id} title={title}>
      <div className="card sec-fact">
        <p className="fact-figure figures" role="timer" data-until={until}>
          {left}
        </p>
        <p className="fact-says">
          Até <time dateTime={until}>{day}</time>
        </p>
        <Paragraphs text={text} />
        <ButtonLink button={button} />
      </div>
    </Section>
  );
}

/** Figures of the ledger, which nobody types. */
export function ProofSection({ id, parts: { title, deliveries, days, half } }: Props<'proof'>) {
  return (
    <Section id={id} title={title}>
      <div className="card sec-fact">
        <p className="fact-figure figures">{deliveries.toLocaleString('pt-BR')}</p>
        <p className="fact-says">
          entregas em {days} dias{half ? `, metade em menos de ${half} depois do pagamento` : ''}
        </p>
        <p className="fact-note">Contado do registro de entregas desta loja.</p>
      </div>
    </Section>
  );
}

export function GoalSection({ id, parts: { title, text, sold, goal } }: Props<'goal'>) {
  const percent = Math.floor((sold / goal) * 100);
  return (
    <Section id={id} title={title}>
      <div className="card sec-fact">
        <p className="fact-figure figures">{percent}%</p>
        <progress className="goal-bar" aria-labelledby={`secao-${id}`} max={goal} value={Math.min(sold, goal)} />
        <p className="fact-says figures">
          {formatReais(sold)} de {formatReais(goal)} neste mês
        </p>
        <Paragraphs text={text} />
      </div>
    </Section>
  );
}

/** Masked names of buyers who let them be shown, the newest first. */
export function BuyersSection({ id, parts: { title, names } }: Props<'buyers'>) {
  return (
    <Section id={id} title={title}>
      <ul className="sec-names">
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: masked names may repeat, and never move
          <li key={index} className="card">
            {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The month's supporters, the first one first, without sums. */
export function SupportersSection({ id, parts: { title, names } }: Props<'supporters'>) {
  return (
    <Section id={id} title={title}>
      <ol className="sec-names sec-ranks">
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: masked names may repeat, and never move
          <li key={index} className="card">
            <span className="rank figures">{index + 1}º</span>
            {name}
          </li>
        ))}
      </ol>
    </Section>
  );
}
