import {
  type FigureRange,
  type FigureStep,
  figureRanges,
  figureRangeTexts,
  figureSteps,
  figureStepTexts,
} from '@vitrine/contract/figure-words';
import { limits } from '@vitrine/contract/limits';
import { useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import type { Asked } from './figure-range.ts';

interface RangeBarProps {
  asked: Asked;
  onAsk(next: Omit<Asked, 'by'> & { by?: FigureStep }): void;
}

/** Which days, and how they are cut. "Own days" opens two fields for dates. Every other range is used at once. */
export function RangeBar({ asked, onAsk }: RangeBarProps) {
  const [open, setOpen] = useState(asked.range === 'custom');
  const [former, setFormer] = useState(asked.range);
  // The browser's way back changes the range as well.
  if (former !== asked.range) {
    setFormer(asked.range);
    setOpen(asked.range === 'custom');
  }
  const shown: FigureRange = open ? 'custom' : asked.range;
  return (
    <search className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <fieldset aria-label="Período" className="flex min-w-0 flex-wrap gap-2">
          {figureRanges.map((range) => (
            <button
              key={range}
              type="button"
              aria-pressed={shown === range}
              onClick={() => {
                setOpen(range === 'custom');
                if (range !== 'custom') onAsk({ range });
              }}
              className={classNames(
                'min-h-11 rounded-control border px-3 text-small font-medium transition-colors duration-(--motion-fast) pointer-fine:min-h-9',
                shown === range
                  ? 'border-accent-text bg-accent-soft text-accent-text'
                  : 'border-line-strong bg-raised hover:bg-hover',
              )}
            >
              {figureRangeTexts[range]}
            </button>
          ))}
        </fieldset>
        <Field label="Agrupar por" className="w-36">
          <Select
            value={asked.by}
            disabled={asked.range === 'today'}
            onChange={(event) => onAsk({ ...asked, by: event.target.value as FigureStep })}
          >
            {figureSteps.map((step) => (
              <option key={step} value={step}>
                {figureStepTexts[step]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {open ? <OwnDays asked={asked} onAsk={onAsk} /> : null}
    </search>
  );
}

const DAY_MS = 86_400_000;

function problemOf(from: string, to: string): string | undefined {
  if (!from || !to) return 'Informe os dois dias.';
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) return 'O último dia vem antes do primeiro.';
  return days > limits.figureDaysMax ? `Escolha até ${limits.figureDaysMax} dias.` : undefined;
}

/** The first and the last day. They are used once they are confirmed. */
function OwnDays({ asked, onAsk }: RangeBarProps) {
  const [from, setFrom] = useState(asked.from ?? '');
  const [to, setTo] = useState(asked.to ?? '');
  const [tried, setTried] = useState(false);
  const [former, setFormer] = useState(asked);
  if (former.from !== asked.from || former.to !== asked.to) {
    setFormer(asked);
    setFrom(asked.from ?? '');
    setTo(asked.to ?? '');
  }
  const problem = problemOf(from, to);
  return (
    <form
      className="grid grid-cols-2 items-start gap-3 sm:flex"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!problem) onAsk({ range: 'custom', from, to });
      }}
    >
      <Field label="Desde">
        <TextInput
          type="date"
          className="max-sm:px-1.5"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
      </Field>
      <Field label="Até" error={tried ? problem : undefined}>
        <TextInput type="date" className="max-sm:px-1.5" value={to} onChange={(event) => setTo(event.target.value)} />
      </Field>
      <Button type="submit" tone="secondary" className="max-sm:col-span-2 sm:mt-7">
        Ver período
      </Button>
    </form>
  );
}
