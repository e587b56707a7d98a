import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { LinkButton } from '../../ui/button.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Card, PageHeader, SkeletonRows } from '../../ui/surfaces.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTab } from '../layout/use-tab.ts';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { AuditLog } from './audit-log.client.tsx';
import { membersQuery } from './members-queries.ts';
import { PermissionsTable } from './permissions-table.client.tsx';
import { RolesCard } from './roles/roles-card.client.tsx';
import { StoreSecurity } from './store-security.client.tsx';
import { Team } from './team.client.tsx';

const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.client.tsx')).InviteDialog }));

const tabs = ['equipe', 'permissoes'] as const;
const tabsOfAuditors = [...tabs, 'registro', 'seguranca'] as const;

/** /members and /members/invite: the members, what each role may do, and the log of their changes. */
export function Members() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const may = useMay();
  const members = useQuery(membersQuery(useCurrentStoreId()));
  const { data } = members;
  const mayEdit = may('members.edit');
  const mayAudit = may('audit.read');
  const [tab, open] = useTab<string>(mayAudit ? tabsOfAuditors : tabs);
  const inviting = pathname === '/members/invite' && mayEdit;

  const shown = (content: ReactNode) =>
    members.isLoadingError ? (
      <Card>
        <LoadFailure title="Erro ao carregar dados" query={members} />
      </Card>
    ) : data ? (
      content
    ) : (
      <SkeletonRows rows={4} />
    );

  return (
    <>
      <PageHeader
        title="Membros"
        description="Quem cuida da loja com você, e o que cada um pode fazer."
        actions={
          mayEdit ? (
            <LinkButton to="/members/invite" icon={<UserPlus className="size-4" />}>
              Convidar membro
            </LinkButton>
          ) : null
        }
      />
      <Tabs
        label="Membros"
        selected={tab}
        onSelect={(id) => open(id)}
        tabs={[
          { id: 'equipe', label: 'Equipe', content: shown(data ? <Team answer={data} mayEdit={mayEdit} /> : null) },
          {
            id: 'permissoes',
            label: 'Papéis',
            content: shown(
              data ? (
                <div className="flex flex-col gap-4">
                  <RolesCard roles={data.roles} mayEdit={mayEdit} />
                  <PermissionsTable permissions={data.permissions} />
                </div>
              ) : null,
            ),
          },
          ...(mayAudit
            ? [
                { id: 'registro', label: 'Registro', content: <AuditLog /> },
                { id: 'seguranca', label: 'Segurança', content: <StoreSecurity /> },
              ]
            : []),
        ]}
      />
      <OnDemand when={inviting}>
        <InviteDialog open={inviting} onClose={() => void navigate('/members', { replace: true })} />
      </OnDemand>
    </>
  );
}
