import type { ListedProduct } from '@vitrine/contract/product-list';
import { Archive, ChevronDown, Eye, EyeOff, FolderInput, Percent, Star, StarOff, Trash2, X } from 'lucide-react';
import { lazy, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import type { ChangeKind } from './change-kinds.ts';
import type { Selection } from './use-selection.client.ts';

const ChangeDialog = lazy(async () => ({
  default: (await import('./change-dialog.client.tsx')).ChangeDialog,
}));

const choices: { id: ChangeKind; label: string; icon: typeof Eye; danger?: boolean }[] = [
  { id: 'price', label: 'Mudar preço (%)', icon: Percent },
  { id: 'category', label: 'Mudar de categoria', icon: FolderInput },
  { id: 'feature', label: 'Pôr em destaque', icon: Star },
  { id: 'unfeature', label: 'Tirar do destaque', icon: StarOff },
  { id: 'show', label: 'Colocar na loja', icon: Eye },
  { id: 'hide', label: 'Esconder', icon: EyeOff },
  { id: 'archive', label: 'Arquivar', icon: Archive },
  { id: 'delete', label: 'Deletar', icon: Trash2, danger: true },
];

/** How many products are chosen, and what can be done with them; at the lower edge of the screen. */
export function SelectionBar({ selection, loaded }: { selection: Selection; loaded: readonly ListedProduct[] }) {
  const [kind, setKind] = useState<ChangeKind | null>(null);
  const { chosen } = selection;
  const count = chosen.length;
  return (
    <section
      data-bottom-bar="rows"
      aria-label="Produtos escolhidos"
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-3 sm:mx-0 sm:rounded-card sm:border sm:bg-raised"
    >
      <p role="status" className="figures grow text-small font-medium">
        {count === 0
          ? 'Escolha produtos da lista.'
          : count === 1
            ? '1 produto escolhido'
            : `${formatNumber(count)} produtos escolhidos`}
      </p>
      <Button tone="quiet" size="small" onClick={() => selection.add(loaded)}>
        Todos da tela
      </Button>
      {count > 0 ? (
        <Menu
          label={count === 1 ? 'Mudar 1 produto' : `Mudar ${formatNumber(count)} produtos`}
          triggerClassName={buttonClass('primary', 'small')}
          trigger={
            <>
              Mudar <ChevronDown className="size-4" aria-hidden="true" />
            </>
          }
          placement="top start"
          items={choices.map(({ icon: Icon, ...choice }) => ({
            ...choice,
            icon: <Icon />,
            onSelect: () => setKind(choice.id),
          }))}
        />
      ) : null}
      <Button tone="secondary" size="small" icon={<X className="size-4" />} onClick={selection.end}>
        Sair da seleção
      </Button>
      <OnDemand when={kind !== null}>
        <ChangeDialog kind={kind} products={chosen} onClose={() => setKind(null)} onDone={selection.clear} />
      </OnDemand>
    </section>
  );
}
