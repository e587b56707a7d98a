import { useState } from 'react';
import { useAppStore } from '../../state/app-store.ts';
import { Switch } from '../../ui/inputs.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { readChoice, saveChoice } from '../live/own-choice.ts';
import { ring } from '../live/ring.ts';
import { useMay } from '../store/may.ts';
import { PushBrowsers } from './push-browsers.client.tsx';

const known = typeof Notification !== 'undefined';

/** How this person hears of their store in this browser: with the panel closed, and of sales while it is open. */
export function BrowserNotices() {
  const mayHear = useMay()('orders.read');
  return (
    <div className="flex flex-col gap-4">
      <PushBrowsers />
      {mayHear ? <SalesNotices /> : null}
    </div>
  );
}

function SalesNotices() {
  const person = useAppStore((state) => state.auth.user?.id ?? '');
  const [choice, setChoice] = useState(() => readChoice(person));
  const [permission, setPermission] = useState(() => (known ? Notification.permission : 'denied'));
  const change = (changes: Partial<typeof choice>) => {
    const next = { ...readChoice(person), ...changes };
    saveChoice(person, next);
    setChoice(next);
  };

  async function wantNotices(wanted: boolean): Promise<void> {
    // Browsers ask only after a press.
    const answer = wanted && known ? await Notification.requestPermission() : permission;
    setPermission(answer);
    change({ notices: wanted && answer === 'granted' });
  }

  return (
    <Card
      title="Vendas, com o painel aberto"
      description="Vale só para você, neste navegador. O título da aba sempre conta as vendas que você ainda não viu."
      className="max-w-2xl"
    >
      <div className="flex flex-col gap-5">
        <Switch
          label="Tocar um som a cada venda"
          checked={choice.sound}
          onChange={(event) => {
            change({ sound: event.target.checked });
            if (event.target.checked) ring().catch((error: unknown) => console.error('sound', error));
          }}
        />
        <Switch
          label="Mostrar um aviso do navegador"
          help={
            !known
              ? 'Este navegador não mostra avisos.'
              : permission === 'denied'
                ? 'Bloqueado neste navegador. Libere as notificações nas permissões do site e tente de novo.'
                : 'Aparece quando a aba está em segundo plano.'
          }
          disabled={!known || permission === 'denied'}
          checked={choice.notices && permission === 'granted'}
          onChange={(event) => void wantNotices(event.target.checked)}
        />
      </div>
    </Card>
  );
}
