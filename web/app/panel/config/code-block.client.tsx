import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';

interface CodeBlockProps {
  /** Names the text for people who cannot see it. */
  label: string;
  /** What is copied. */
  text: string;
  /** The text that is shown until somebody asks for the secret in `text`. */
  hidden?: string;
  copyLabel: string;
  onCopied?: () => void;
}

/** A text to copy elsewhere, with its copy button. A secret in it is shown only on request. The copy button works without showing it. */
export function CodeBlock({ label, text, hidden, copyLabel, onCopied }: CodeBlockProps) {
  const [visible, setVisible] = useState(hidden === undefined);
  return (
    <div className="rounded-control border border-line bg-sunken">
      <section aria-label={label} className="p-3">
        {/* A long line is broken, so that a phone shows all of it. Copied by hand, it is one line again. */}
        <pre className="font-mono text-small leading-6 wrap-anywhere whitespace-pre-wrap text-text">
          {visible ? text : hidden}
        </pre>
      </section>
      <div className="flex flex-wrap gap-x-1 gap-y-2 border-t border-line p-1.5 sm:gap-x-2 sm:p-2">
        <CopyButton text={text} label={copyLabel} size="small" onCopied={onCopied} />
        {hidden === undefined ? null : (
          <Button
            size="small"
            tone="quiet"
            className="max-sm:px-2"
            aria-pressed={visible}
            icon={visible ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
            onClick={() => setVisible(!visible)}
          >
            {visible ? 'Ocultar' : 'Mostrar'}
          </Button>
        )}
      </div>
    </div>
  );
}
