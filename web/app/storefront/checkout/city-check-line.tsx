import type { ReactNode } from 'react';
import type { CityCheck } from './use-city-check.ts';

const tones = { muted: 'text-muted', ok: 'text-ok', warn: 'text-warn', bad: 'text-bad' };

/**
 * The line always has its height, so an answer moves nothing. A refusal takes its place. It first explains the id, and keeps the
 * height of that text, because a base's words may need two lines on a phone.
 */
export default function CityCheckLine({
  check,
  children,
}: {
  check: CityCheck | undefined;
  children: ReactNode;
}): ReactNode {
  const { text, tone } = cityCheckText(check);
  return (
    <span className="grid *:[grid-area:1/1]">
      <span role="status" className={`min-h-5 truncate ${tones[tone]}`}>
        {text}
      </span>
      <span className={text ? 'invisible' : ''}>{children}</span>
    </span>
  );
}

/** The check in words, one line on the narrowest phone. Empty when there is nothing to say. */
export function cityCheckText(check: CityCheck | undefined): { text: string; tone: 'muted' | 'ok' | 'warn' | 'bad' } {
  if (check === undefined || (check !== 'checking' && check.result === 'none')) return { text: '', tone: 'muted' };
  if (check === 'checking') return { text: 'Conferindo na cidade…', tone: 'muted' };
  if (check.result === 'missing') return { text: 'Não encontramos esse ID na cidade', tone: 'bad' };
  if (check.result === 'found') {
    return { text: check.name ? `Personagem: ${check.name}` : 'Personagem encontrado na cidade', tone: 'ok' };
  }
  return check.required
    ? { text: 'A cidade não confirmou esse ID agora', tone: 'bad' }
    : { text: 'Não deu para conferir agora', tone: 'warn' };
}
