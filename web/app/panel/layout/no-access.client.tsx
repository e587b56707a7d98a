import { type Permission, permissions } from '@vitrine/contract/permissions';
import { type Role, roleName } from '@vitrine/contract/roles';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Card, PageHeader } from '../../ui/surfaces.tsx';
import { useHome } from '../store/may.ts';

/** Replaces a screen that the role may not open: says which role the person has, what is missing, and whom to ask. */
export default function NoAccess({ role, permission }: { role: Role; permission: Permission }) {
  const home = useHome();
  return (
    <>
      <PageHeader title="Sem acesso" />
      <Card>
        <EmptyState
          drawing="people"
          title="Seu papel não abre esta tela"
          action={
            <LinkButton to={home}>{home === '/dashboard' ? 'Ir para o dashboard' : 'Ir para os produtos'}</LinkButton>
          }
        >
          Nesta loja você é <strong className="font-medium text-text">{roleName(role)}</strong>. Aqui é preciso ter a
          permissão “{permissions[permission].text}”: peça a quem administra a loja.
        </EmptyState>
      </Card>
    </>
  );
}
