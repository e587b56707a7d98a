import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/inputs.tsx';
import { Key, MOD } from './key.tsx';
import { singleKeysOn, turnSingleKeys } from './key-choice.ts';

const always: [keys: string[], what: string][] = [
  [[MOD, 'K'], 'Ir para uma tela ou buscar na loja'],
  [[MOD, 'S'], 'Salvar o formulário aberto'],
  [['↑', '↓'], 'Andar pelas linhas, com o foco em uma delas'],
  [['Esc'], 'Fechar a janela'],
];
const single: [keys: string[], what: string][] = [
  [['/'], 'Ir para a busca da tela'],
  [['N'], 'Novo: produto, categoria, cupom, pedido ou convite'],
  [['J'], 'Próxima linha; com um pedido aberto, o próximo pedido'],
  [['K'], 'Linha anterior; com um pedido aberto, o pedido anterior'],
  [['?'], 'Mostrar estes atalhos'],
];

/** The keys of the panel, and the choice to do without those of one letter. */
export default function KeySheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const [on, setOn] = useState(singleKeysOn);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Atalhos do teclado"
      size="sm"
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <div className="flex flex-col gap-5">
        <Keys rows={always} />
        <div className={on ? undefined : 'opacity-60'}>
          <Keys rows={single} />
        </div>
        <Switch
          label="Atalhos de uma tecla"
          help="Não agem enquanto você escreve. A escolha vale para este navegador."
          checked={on}
          onChange={(event) => {
            turnSingleKeys(event.target.checked);
            setOn(event.target.checked);
          }}
        />
      </div>
    </Dialog>
  );
}

function Keys({ rows }: { rows: [keys: string[], what: string][] }) {
  return (
    <dl className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5">
      {rows.map(([keys, what]) => (
        <div key={what} className="contents">
          <dt className="flex gap-1">
            {keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
          </dt>
          <dd className="min-w-0">{what}</dd>
        </div>
      ))}
    </dl>
  );
}
