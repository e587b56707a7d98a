import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { errorText } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast.tsx';

interface CsvButtonProps {
  /** Makes the list as a file. */
  download(): Promise<Blob>;
  /** The file's name. */
  file: string;
  tone: 'quiet' | 'secondary';
  className?: string;
}

/** Downloads a list of the panel, with the filter that it shows. */
export function CsvButton({ download, file, tone, className }: CsvButtonProps) {
  const save = useMutation({
    mutationFn: download,
    onSuccess: (blob) => saveFile(blob, file),
    onError: (error) => notify.error(errorText(error, 'Erro ao exportar')),
  });
  return (
    <Button
      tone={tone}
      {...(className && { className })}
      icon={<Download className="size-4" />}
      pending={save.isPending}
      pendingLabel="Preparando..."
      onClick={() => save.mutate()}
    >
      Baixar CSV
    </Button>
  );
}
