import { limits } from '@vitrine/contract/limits';
import type { MembersAnswer } from '@vitrine/contract/members';
import { hasRightsOf } from '@vitrine/contract/permissions';
import type { TeamRole } from '@vitrine/contract/team-roles';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Card, List, ListRow } from '../../../ui/surfaces.tsx';
import { useRole } from '../../store/may.ts';
import { holdersText, rightTexts } from '../role-descriptions.ts';

const RoleDialog = lazy(async () => ({ default: (await import('./role-dialog.client.tsx')).RoleDialog }));
const RoleDelete = lazy(async () => ({ default: (await import('./role-delete.client.tsx')).RoleDelete }));

interface RolesCardProps {
  roles: MembersAnswer['roles'];
  mayEdit: boolean;
}

/** The roles that the store made for itself, with what each may do and who has it. */
export function RolesCard({ roles, mayEdit }: RolesCardProps) {
  const own = useRole();
  const [editing, setEditing] = useState<TeamRole | 'new' | null>(null);
  const [deleting, setDeleting] = useState<TeamRole | null>(null);
  if (roles.length === 0 && !mayEdit) return null;
  const full = roles.length >= limits.ownRolesPerStore;
  const create = (
    <Button
      tone="secondary"
      size="small"
      icon={<Plus className="size-4" />}
      disabled={full}
      onClick={() => setEditing('new')}
    >
      Criar papel
    </Button>
  );
  return (
    <>
      <Card
        flush
        title="Papéis da loja"
        description={
          full
            ? `São ${limits.ownRolesPerStore}, o máximo. Exclua um para criar outro.`
            : 'Feitos por vocês, com as permissões que escolherem.'
        }
        actions={mayEdit && roles.length > 0 ? create : null}
        className="overflow-hidden"
      >
        {roles.length === 0 ? (
          <div className="border-t border-line">
            <EmptyState drawing="people" title="Nenhum papel próprio ainda" action={create}>
              Para quem só modera, só cuida dos cupons ou só vê os números: dê um nome e escolha o que pode.
            </EmptyState>
          </div>
        ) : (
          <List aria-label="Papéis da loja">
            {roles.map((role) => (
              <ListRow key={role.id} className="flex-wrap gap-y-2">
                <div className="min-w-0 grow basis-60">
                  <h3 className="font-medium wrap-anywhere">{role.name}</h3>
                  <p className="text-small text-muted wrap-anywhere">
                    {rightTexts(role.permissions).join(' · ') || 'Só vê a loja e os membros'}
                  </p>
                  <p className="text-small text-muted">{holdersText(role)}</p>
                </div>
                {mayEdit && own && hasRightsOf(own, role) ? (
                  <div className="-ml-3 flex sm:ml-0">
                    <IconButton label={`Editar ${role.name}`} size="small" onClick={() => setEditing(role)}>
                      <Pencil className="size-4" />
                    </IconButton>
                    <IconButton label={`Excluir ${role.name}`} size="small" onClick={() => setDeleting(role)}>
                      <Trash2 className="size-4" />
                    </IconButton>
                  </div>
                ) : null}
              </ListRow>
            ))}
          </List>
        )}
      </Card>
      <Suspense>
        {editing ? (
          <RoleDialog role={editing === 'new' ? undefined : editing} onClose={() => setEditing(null)} />
        ) : null}
        {deleting ? <RoleDelete role={deleting} all={roles} onClose={() => setDeleting(null)} /> : null}
      </Suspense>
    </>
  );
}
