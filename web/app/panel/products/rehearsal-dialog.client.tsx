import { useMutation } from '@tanstack/react-query';
import type { Product } from '@vitrine/contract/catalog';
import type { RehearsalStep } from '@vitrine/contract/rehearsals';
import { type FormEvent, useId, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Alert, Badge, type Tone } from '../../ui/surfaces.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';

const states: Record<RehearsalStep['state'], { text: string; tone: Tone }> = {
  goes: { text: 'pode seguir', tone: 'ok' },
  waits: { text: 'esperaria', tone: 'warn' },
  fails: { text: 'falharia', tone: 'bad' },
};

interface RehearsalDialogProps {
  /** null: closed. */
  product: Product | null;
  onClose(): void;
}

/** Says step by step what a purchase of a product would do now, with the cause and the remedy of what stands against it. */
export function RehearsalDialog({ product, onClose }: RehearsalDialogProps) {
  const store = useCurrentStoreId();
  const form = useId();
  const [clientId, setClientId] = useState<number | null>(null);
  const [discordId, setDiscordId] = useState('');
  const [shown, setShown] = useState(product);
  const run = useMutation({
    mutationFn: () =>
      call('POST /products/rehearse', {
        body: {
          id: shown?._id ?? '',
          clientId: clientId ?? 0,
          ...(discordId.trim() && { discordId: discordId.trim() }),
        },
        store,
      }),
  });
  // The closing window still shows its words.
  if (product && product !== shown) {
    setShown(product);
    run.reset();
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run.mutate();
  };

  return (
    <Dialog
      open={product !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Simular compra"
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            Fechar
          </Button>
          <Button type="submit" form={form} disabled={!clientId} pending={run.isPending} pendingLabel="Simulando...">
            Simular
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-muted">
          O que aconteceria agora com uma compra de {shown?.name}. Nada é vendido nem enviado: só perguntamos à cidade e
          ao Discord.
        </p>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="ID da cidade">
            <NumberInput value={clientId} onChange={setClientId} maxLength={10} />
          </Field>
          <Field label="ID do Discord" optional>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              value={discordId}
              onChange={(event) => setDiscordId(event.target.value)}
            />
          </Field>
        </div>
        {run.isError ? (
          <Alert tone="bad" assertive>
            {errorText(run.error, 'Erro ao simular a compra')}
          </Alert>
        ) : null}
        <div aria-live="polite">
          {run.data ? (
            <ol aria-label="Passos da compra" className="divide-y divide-line rounded-card border border-line">
              {run.data.steps.map(({ text, state, remedy }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the steps are one answer in its order
                <li key={at} className="px-4 py-3">
                  <div className="flex items-start justify-between gap-3">
                    <p className="min-w-0 break-words">{text}</p>
                    <Badge tone={states[state].tone}>{states[state].text}</Badge>
                  </div>
                  {remedy ? <p className="mt-1 text-small break-words text-muted">{remedy}</p> : null}
                </li>
              ))}
            </ol>
          ) : null}
        </div>
      </form>
    </Dialog>
  );
}
