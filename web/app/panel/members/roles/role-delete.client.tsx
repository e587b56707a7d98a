import { type Role, roleKey, roleName } from '@vitrine/contract/roles';
import type { TeamRole } from '@vitrine/contract/team-roles';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/inputs.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';
import { undoOf } from '../../store/undo.ts';
import { describeRole, holdersText } from '../role-descriptions.ts';
import { RoleOptions, useGivableRoles } from '../role-options.client.tsx';

interface RoleDeleteProps {
  role: TeamRole;
  all: readonly TeamRole[];
  onClose(): void;
}

/** Asks before a role is deleted, and which role its people get. */
export function RoleDelete({ role, all, onClose }: RoleDeleteProps) {
  const store = useCurrentStoreId();
  const used = role.members + role.invitations > 0;
  const others: Role[] = useGivableRoles(all.filter(({ id }) => id !== role.id));
  const [chosen, setChosen] = useState('');
  const next = others.find((one) => roleKey(one) === chosen);

  const remove = async () => {
    await call('POST /roles/delete', { body: { id: role.id, ...(used && { replacement: chosen }) }, store });
    // Whoever had this role has another one now, and an undo would not give the former role back. So no undo is offered.
    if (used) notify.success(`Papel excluído. ${holdersText(role)} com ${next ? roleName(next) : 'outro papel'}.`);
    else notify.success('Papel excluído.', undoOf(store, 'role', [role.id]));
    await refreshAfter('POST /roles/delete', store);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Excluir o papel ${role.name}?`}
      confirmLabel="Excluir papel"
      pendingLabel="Excluindo..."
      dismissLabel="Voltar"
      tone="danger"
      ready={!used || next !== undefined}
      onConfirm={remove}
      errorText={(error) => errorText(error, 'Erro ao excluir o papel')}
    >
      {used ? (
        <div className="flex flex-col gap-4">
          <p>{holdersText(role)} com este papel. Escolha o que passam a ter, a partir de agora.</p>
          <Field label="Novo papel" help={next && describeRole(next)}>
            <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
              <option value="" disabled>
                Selecione
              </option>
              <RoleOptions roles={others} />
            </Select>
          </Field>
        </div>
      ) : (
        'Ninguém tem este papel agora.'
      )}
    </ConfirmDialog>
  );
}
