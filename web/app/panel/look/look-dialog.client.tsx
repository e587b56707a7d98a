import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { chooseLook, type Look, readLook } from './look.ts';

/** Scheme and density of the panel in this browser. A choice shows at once. */
export default function LookDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const [look, setLook] = useState(readLook);
  const choose = (part: Partial<Look>) => {
    const next = { ...look, ...part };
    chooseLook(next);
    setLook(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Aparência do painel"
      size="sm"
      footer={<Button onClick={onClose}>Pronto</Button>}
    >
      <div className="flex flex-col gap-5">
        <RadioCards<Look['scheme']>
          legend="Tema"
          value={look.scheme}
          onChange={(scheme) => choose({ scheme })}
          options={[
            { value: 'auto', label: 'Automático', icon: <Monitor aria-hidden="true" />, help: 'O mesmo do aparelho' },
            { value: 'light', label: 'Claro', icon: <Sun aria-hidden="true" /> },
            { value: 'dark', label: 'Escuro', icon: <Moon aria-hidden="true" /> },
          ]}
        />
        <RadioCards<Look['density']>
          legend="Espaço entre as linhas"
          value={look.density}
          onChange={(density) => choose({ density })}
          options={[
            { value: 'comfortable', label: 'Confortável' },
            { value: 'compact', label: 'Compacto', help: 'Mais linhas na tela, com mouse' },
          ]}
        />
        <p className="text-small text-muted">Vale para este navegador. A sua loja não muda.</p>
      </div>
    </Dialog>
  );
}
