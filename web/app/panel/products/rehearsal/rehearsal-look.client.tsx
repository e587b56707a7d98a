import type { RehearsalPlace, RehearsalStep } from '@vitrine/contract/rehearsals';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { CopyButton } from '../../../ui/bits.tsx';
import { Button } from '../../../ui/button.tsx';
import { Alert, Badge, type Tone } from '../../../ui/surfaces.tsx';
import { mendingPlaces } from '../../orders/remedy/mending-places.ts';
import { useMay } from '../../store/may.ts';
import { deedOf, endTexts, lookSum, remedyAt } from './rehearsal-words.ts';

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
  /** Goes to the player's id. */
  onCorrect(): void;
}

/** What a purchase would do now, step by step, and what prevents a step. A press in the form around it looks again. */
export function LookSteps({ product, steps, onCorrect }: LookStepsProps) {
  return (
    <ol aria-label="Passos da compra" className={list}>
      {steps.map((step, at) => {
        const { text, state, place } = step;
        const remedy = remedyAt(steps, at);
        const told = remedy !== null && remedy === step.remedy;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are one answer in its order
          <li key={at} className="px-4 py-3">
            <div className="flex items-start justify-between gap-3">
              <p className="min-w-0 break-words">{text}</p>
              <Badge tone={states[state].tone}>{states[state].text}</Badge>
            </div>
            {told && step.line ? (
              <p className="mt-1 text-small break-words text-muted">
                {remedy.slice(0, -step.line.length)}
                <code className="mt-1 block font-mono text-text">{step.line}</code>
              </p>
            ) : remedy ? (
              <p className="mt-1 text-small break-words text-muted">{remedy}</p>
            ) : null}
            {told && place ? <MendingLink product={product} place={place} /> : null}
            {told ? <Deed step={step} onCorrect={onCorrect} /> : null}
          </li>
        );
      })}
    </ol>
  );
}

/** The sentence over the steps. */
export function LookSum({ steps }: { steps: readonly RehearsalStep[] }) {
  const { text, tone } = lookSum(steps);
  return <Alert tone={tone} title={`${text}.`} />;
}

/** What is left to do here for a cause that is mended outside of the panel. */
function Deed({ step, onCorrect }: { step: RehearsalStep; onCorrect(): void }) {
  const deed = deedOf(step);
  if (deed === null) return null;
  return (
    <div className="mt-2">
      {deed === 'copy' ? (
        <CopyButton text={step.line ?? ''} label="Copiar a linha" size="small" />
      ) : deed === 'correct' ? (
        <Button tone="secondary" size="small" onClick={onCorrect}>
          Corrigir o ID
        </Button>
      ) : (
        <Button type="submit" tone="secondary" size="small">
          Conferir de novo
        </Button>
      )}
    </div>
  );
}

/** The way to where a cause is mended, for whoever may mend it. It opens another tab, so that this window keeps what was typed. */
export function MendingLink({ product, place }: { product: string; place: RehearsalPlace }) {
  const may = useMay();
  const { text, to, access } = mendingPlaces[place];
  return may(access) ? <TabLink to={to(product)} text={text} /> : null;
}

/** A link that opens in another tab. */
export function TabLink({ to, text }: { to: string; text: string }) {
  return (
    <Link
      to={to}
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
  const sum = lookSum(steps);
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
      {sum.tone === 'ok' ? null : <p className="font-medium">Como as coisas estão agora, {sum.text}.</p>}
      <p className="text-muted">
        Ninguém paga e nada é contado: estoque, cupom, limite, números da loja e e-mails ficam como estão. No fim, o que
        pode ser desfeito é retirado; o que o jogador já tinha antes fica com ele. Sem o seu clique, a simulação termina
        sozinha em uma hora.
      </p>
    </div>
  );
}
