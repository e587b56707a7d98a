import { movesMoney } from '@vitrine/contract/permissions';
import { type Role, roleName } from '@vitrine/contract/roles';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { Refusal } from '../../../http/errors.ts';
import { serve } from '../../../http/serve.ts';
import { slowDown } from '../../../http/throttle.ts';
import { mailName } from '../../mail/mail-names.ts';
import { type OwnerNews, tellOwner } from '../../stores/tell-owner.ts';
import { listRoles } from '../queries.ts';
import { deleteRole } from './delete-role.ts';
import { createRole, editRole } from './save-role.ts';

const done = { success: true as const };

const named = (role: Role) => mailName(roleName(role), 'da loja');
const news = (did: string, role: Role): OwnerNews => ({
  kind: 'role_changed',
  did,
  detail: { role: roleName(role) },
  path: '/members?tab=permissoes',
});

/** Roles that a store makes for itself. The owner is told of each change that concerns a right over money. */
export function rolesRoutes(app: App, { db, config }: Deps): void {
  // The owner gets a mail for some of these changes, so changing a role back and forth must not fill the mailbox.
  const slow = (store: string) => slowDown(db, [{ key: `role-edit:${store}`, limit: 60, seconds: 3600 }]);

  serve(app, 'POST /roles/create', async ({ store, caller, body, request }) => {
    await slow(store.id);
    const id = await transaction(db, async (tx) => {
      const role = await createRole(tx, store.id, caller, body);
      if (movesMoney(role)) {
        await tellOwner(
          tx,
          config,
          store.id,
          request,
          news(`criou o papel ${named(role)}, que mexe com dinheiro`, role),
        );
      }
      return role.id;
    });
    return { ...done, id };
  });

  serve(
    app,
    'POST /roles/edit',
    async ({ store, caller, body, request }) => {
      await slow(store.id);
      await transaction(db, async (tx) => {
        const { before, after } = await editRole(tx, store.id, caller, body);
        if (!movesMoney(before) && !movesMoney(after)) return;
        await tellOwner(tx, config, store.id, request, news(`mudou o que pode o papel ${named(after)}`, after));
      });
      return done;
    },
    async ({ store, body: { id } }) => {
      const role = (await listRoles(db, store.id)).find((one) => one.id === id);
      if (!role) throw new Refusal('role_not_found');
      return role;
    },
  );

  serve(app, 'POST /roles/delete', async ({ store, caller, body, request }) => {
    await slow(store.id);
    await transaction(db, async (tx) => {
      const { role, next } = await deleteRole(tx, store.id, caller, body);
      if (!movesMoney(role) && !(next && movesMoney(next))) return;
      const instead = next ? ` e deu a quem o tinha o papel ${named(next)}` : '';
      await tellOwner(tx, config, store.id, request, news(`excluiu o papel ${named(role)}${instead}`, role));
    });
    return done;
  });
}
