import { passwordStrength } from '@vitrine/contract/accounts';
import { classNames } from '../lib/class-names.ts';

const looks = [
  { bars: 1, bar: 'bg-bad', text: 'text-bad' },
  { bars: 2, bar: 'bg-warn', text: 'text-warn' },
  { bars: 3, bar: 'bg-info', text: 'text-info' },
  { bars: 4, bar: 'bg-ok', text: 'text-ok' },
] as const;

/** Says how strong a password is during typing (SPEC.md section 5). Keeps its height when the field is empty. */
export function StrengthMeter({ password }: { password: string }) {
  const strength = passwordStrength(password);
  const look = password ? looks[strength.score] : undefined;
  return (
    <div className="flex items-center gap-3">
      <div className="flex grow gap-1" aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={classNames(
              'h-1.5 grow rounded-full transition-colors duration-(--motion-slow)',
              look && bar <= look.bars ? look.bar : 'bg-hover',
            )}
          />
        ))}
      </div>
      <span role="status" className={classNames('min-w-32 text-right text-small font-medium', look?.text)}>
        {look ? strength.text : ''}
      </span>
    </div>
  );
}
