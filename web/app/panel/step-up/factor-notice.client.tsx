import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Alert, Card, PageHeader } from '../../ui/surfaces.tsx';
import { LeaveDialog } from '../members/leave-dialog.client.tsx';

const WAY = '/profile?tab=conta';

/** The store waits for this person's second factor: until when they enter without it. */
export function FactorNotice({ store, due }: { store: string; due: string }) {
  return (
    <div className="mb-5">
      <Alert
        tone="warn"
        title={`A loja ${store} exige verificação em duas etapas`}
        action={
          <LinkButton to={WAY} size="small" tone="secondary">
            Ligar agora
          </LinkButton>
        }
      >
        Você entra sem ela até {formatDate(due)}. Códigos de um aplicativo ou uma passkey: leva dois minutos.
      </Alert>
    </div>
  );
}

/** Replaces every screen of the store once that day has passed. */
export function FactorGate({ store }: { store: string }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <PageHeader title="Falta a verificação em duas etapas" />
      <Card>
        <EmptyState
          drawing="people"
          title={`A loja ${store} exige verificação em duas etapas`}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <LinkButton to={WAY}>Ligar agora</LinkButton>
              <Button tone="quiet" onClick={() => setLeaving(true)}>
                Sair da loja
              </Button>
            </div>
          }
        >
          O prazo acabou. Ligue no seu perfil, com códigos de um aplicativo ou uma passkey, e a loja abre de novo na
          hora, com o papel que você tinha.
        </EmptyState>
      </Card>
      <LeaveDialog open={leaving} onClose={() => setLeaving(false)} />
    </>
  );
}
