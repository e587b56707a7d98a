import type { ThemeFile } from '@vitrine/contract/stores';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { notify } from '../../ui/toast.tsx';
import { readThemeFile, themeFileText } from './theme-file.ts';

/** Saves the theme as a file, and reads one into the form. Nothing is stored until the form is saved. */
export function ThemeFileButtons({ theme, onRead }: { theme: ThemeFile; onRead(theme: ThemeFile): void }) {
  const read = async (file: File) => {
    const found = readThemeFile(await file.text());
    if (!found) return notify.error('Este arquivo não é um tema da Vitrine. Nada mudou.');
    onRead(found);
    notify.success('Tema lido. Confira a prévia e salve.');
  };
  return (
    <div className="flex flex-wrap gap-2">
      <p className="w-full text-small text-muted">
        O arquivo leva tema, cores e o jeito dos produtos para outra loja. Textos e imagens ficam.
      </p>
      <Button
        tone="secondary"
        onClick={() => saveFile(new Blob([themeFileText(theme)], { type: 'application/json' }), 'tema-vitrine.json')}
      >
        Exportar tema
      </Button>
      <FileButton label="Importar tema" accept="application/json,.json" onFile={(file) => void read(file)} />
    </div>
  );
}
