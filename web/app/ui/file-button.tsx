import { useRef } from 'react';
import { Button } from './button.tsx';

interface FileButtonProps {
  label: string;
  /** The kinds of files, as the browser's chooser reads them. */
  accept: string;
  /** Called with the file that the person chose; never for a choice that was called off. */
  onFile(file: File): void;
}

/** A button that opens the browser's chooser of files. */
export function FileButton({ label, accept, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button tone="secondary" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
