import { useMutation } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { callFile } from '../../lib/call.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Card, List } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { SettingRow } from './setting-row.client.tsx';

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.client.tsx')).DeleteDialog }));

const EXPORT_TIMEOUT_MS = 30_000;

/** The person's rights by law (LGPD): a copy of their data, and its deletion. */
export function OwnDataCard() {
  const [deleting, setDeleting] = useState(false);
  const save = useMutation({
    mutationFn: () => callFile('GET /account/export', { timeoutMs: EXPORT_TIMEOUT_MS }),
    onSuccess: (file) => saveFile(file, 'vitrine-meus-dados.json'),
    onError: (error) => notify.error(errorText(error, 'Erro ao exportar os dados')),
  });
  return (
    <Card flush title="Seus dados" className="overflow-hidden">
      <List>
        <SettingRow
          label="Exportar"
          action={
            <Button
              size="small"
              tone="secondary"
              pending={save.isPending}
              pendingLabel="Preparando..."
              onClick={() => save.mutate()}
            >
              Baixar meus dados
            </Button>
          }
        >
          Um arquivo JSON com a conta, as lojas, os aparelhos e a sua atividade.
        </SettingRow>
        <SettingRow
          label="Excluir a conta"
          action={
            <Button size="small" tone="danger" onClick={() => setDeleting(true)}>
              Excluir conta
            </Button>
          }
        >
          Apaga o que identifica você. Lojas suas precisam ser transferidas ou excluídas antes.
        </SettingRow>
      </List>
      <OnDemand when={deleting}>
        <DeleteDialog open={deleting} onClose={() => setDeleting(false)} />
      </OnDemand>
    </Card>
  );
}
