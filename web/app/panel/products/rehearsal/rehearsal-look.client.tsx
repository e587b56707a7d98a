import type { RehearsalPlace, RehearsalStep } from '@vitrine/contract/rehearsals';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { Alert, Badge, type Tone } from '../../../ui/surfaces.tsx';
import { useMay } from '../../store/may.ts';
import { endTexts, mendingPlaces, remedyAt } from './rehearsal-words.ts';

const states: Record<RehearsalStep['state'], { text: string; tone: Tone }> = {
  goes: { text: 'pode seguir', tone: 'ok' },
  waits: { text: 'esperaria', tone: 'warn' },
  fails: { text: 'falharia', tone: 'bad' },
};

const list = 'divide-y divide-line rounded-card border border-line';

interface LookStepsProps {
  /** Its id. */
  product: string;
  steps: readonly RehearsalStep[];
}

/** What a purchase of now would do, step by step, with what stands against it. */
export function LookSteps({ product, steps }: LookStepsProps) {
  return (
    <ol aria-label="Passos da compra" className={list}>
      {steps.map((step, at) => {
        const { text, state, place } = step;
        const remedy = remedyAt(steps, at);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are one answer in its order
          <li key={at} className="px-4 py-3">
            <div className="flex items-start justify-between gap-3">
              <p className="min-w-0 break-words">{text}</p>
              <Badge tone={states[state].tone}>{states[state].text}</Badge>
            </div>
            {remedy ? <p className="mt-1 text-small break-words text-muted">{remedy}</p> : null}
            {place && remedy === step.remedy ? <MendingLink product={product} place={place} /> : null}
          </li>
        );
      })}
    </ol>
  );
}

/** The way to where a cause is mended, for whoever may mend it. Another tab, so that this window keeps what was typed. */
function MendingLink({ product, place }: { product: string; place: RehearsalPlace }) {
  const may = useMay();
  const { text, to, access } = mendingPlaces[place];
  if (!may(access)) return null;
  return (
    <Link
      to={to(product)}
      target="_blank"
      className="inline-flex min-h-11 items-center gap-1.5 rounded-control text-small font-medium text-accent-text underline underline-offset-4 pointer-fine:min-h-8"
    >
      {text}
      <ExternalLink className="size-3.5" aria-hidden="true" />
      <span className="sr-only">, em outra aba</span>
    </Link>
  );
}

interface RunQuestionProps {
  product: string;
  player: string;
  discordId: string;
  steps: readonly RehearsalStep[];
}

/** What a run will do, to whom, and what its end takes back. */
export function RunQuestion({ product, player, discordId, steps }: RunQuestionProps) {
  const actions = steps.filter(({ atEnd }) => atEnd !== null);
  const troubled = steps.filter(({ state }) => state !== 'goes').length;
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="warn" title="Isto acontece de verdade">
        O jogador {player} (Discord {discordId}) recebe agora o que {product} dá, pelo mesmo caminho de uma compra paga.
      </Alert>
      {actions.length > 0 ? (
        <ol aria-label="O que vai acontecer" className={list}>
          {actions.map(({ text, atEnd }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps are one answer in its order
            <li key={at} className="flex items-start justify-between gap-3 px-4 py-3">
              <p className="min-w-0 break-words">{text}</p>
              {atEnd ? <Badge tone={endTexts[atEnd].tone}>{endTexts[atEnd].text}</Badge> : null}
            </li>
          ))}
        </ol>
      ) : null}
      {troubled > 0 ? (
        <p>
          {troubled === 1 ? '1 passo esperaria ou falharia' : `${troubled} passos esperariam ou falhariam`} como as
          coisas estão agora.
        </p>
      ) : null}
      <p className="text-muted">
        Ninguém paga e nada é contado: estoque, cupom, limite, números da loja e e-mails ficam como estão. No fim, o que
        pode ser desfeito é retirado; o que o jogador já tinha antes fica com ele. Sem o seu clique, a simulação termina
        sozinha em uma hora.
      </p>
    </div>
  );
}
