import { addressOf } from '@vitrine/contract/calls/address';
import { identityRules } from '@vitrine/contract/identity';
import type { Benefit } from '@vitrine/contract/purchases';
import { CalendarPlus } from 'lucide-react';
import { endedText, isHeld, untilText } from './words.ts';

/** What the shopper holds now and, folded below, what has ended. */
export function BenefitList({ benefits, now }: { benefits: Benefit[]; now: string }) {
  const held = benefits.filter(isHeld);
  const over = benefits.filter((benefit) => !isHeld(benefit));
  if (benefits.length === 0) return null;
  return (
    <section aria-labelledby="beneficios">
      <h2 id="beneficios" className="text-title font-semibold">
        Benefícios ativos
      </h2>
      {held.length === 0 ? (
        <p className="mt-2 text-muted">Nenhum benefício ativo agora.</p>
      ) : (
        <ul className="mt-3 grid gap-3 md:grid-cols-2">
          {held.map((benefit) => (
            <Held key={benefit.id} benefit={benefit} now={now} />
          ))}
        </ul>
      )}
      {over.length > 0 ? (
        <details className="mt-3 text-small">
          <summary className="flex min-h-11 cursor-pointer items-center text-muted hover:text-text">
            Encerrados ({over.length})
          </summary>
          <ul className="grid gap-2">
            {over.map((benefit) => (
              <li key={benefit.id} className="card min-w-0 px-4 py-3">
                <a href={`/pedido/${benefit.reference}`} className="font-medium hover:underline">
                  {benefit.product}
                </a>
                <p className="text-muted">{endedText(benefit)}</p>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

function Held({ benefit, now }: { benefit: Benefit; now: string }) {
  const { product, gives, city, identity, state, endsAt, reference } = benefit;
  const waiting = state === 'waiting';
  const until = untilText(endsAt, now);
  return (
    <li className="card flex min-w-0 flex-col p-4">
      <h3 className="font-semibold">{product}</h3>
      <p className={`figures mt-1 text-small font-medium ${waiting ? 'text-warn' : 'text-ok'}`}>
        {waiting ? 'Aguardando entrega' : until.charAt(0).toUpperCase() + until.slice(1)}
      </p>
      <ul className="mt-2 grid gap-0.5 text-small text-muted">
        {gives.map((text) => (
          <li key={text} className="break-words">
            {text}
          </li>
        ))}
        {city === null ? null : <li className="figures">ID da Cidade {city}</li>}
        {identity === null ? null : (
          <li className="wrap-anywhere">
            {identityRules[identity.kind].label} {identity.value}
          </li>
        )}
      </ul>
      <p className="mt-auto -mb-2 flex flex-wrap gap-x-5 pt-1 text-small">
        <a
          href={`/pedido/${reference}`}
          className="prose-link flex min-h-11 items-center"
          aria-label={`Ver pedido de ${product}`}
        >
          Ver pedido
        </a>
        {endsAt === null || waiting ? null : (
          <a
            href={addressOf('GET /order/:reference/calendar', { reference })}
            className="prose-link flex min-h-11 items-center gap-1.5"
            aria-label={`Pôr no calendário o fim de ${product}`}
          >
            <CalendarPlus className="size-4" aria-hidden="true" />
            Pôr no calendário
          </a>
        )}
      </p>
    </li>
  );
}
