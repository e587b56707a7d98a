import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { useCurrentStore } from '../store/current-store.ts';
import { forgetMissing, useMissingStore } from '../store/missing-store.ts';

/** Says that the chosen store is not the person's any more. It stays until the person has read it. */
export default function MissingNotice() {
  const missing = useMissingStore();
  const now = useCurrentStore();
  if (!missing) return null;
  return (
    <div className="mb-4">
      <Alert
        tone="warn"
        assertive
        title="Loja selecionada não encontrada"
        action={
          <Button tone="secondary" size="small" onClick={forgetMissing}>
            Entendi
          </Button>
        }
      >
        <p>Você não tem mais acesso à loja {missing.name}.</p>
        <p>
          Alguém da equipe removeu você, ou a loja foi excluída.
          {now ? ` Agora você está em ${now.name}.` : ''}
        </p>
      </Alert>
    </div>
  );
}
