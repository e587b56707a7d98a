import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Accepted } from '@vitrine/contract/members';
import { mayDo } from '@vitrine/contract/permissions';
import { roleName } from '@vitrine/contract/roles';
import { UserCheck } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { ApiError, errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { focusWhenShown } from '../../lib/focus-when-shown.ts';
import { useAppStore } from '../../state/app-store.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Alert, Card, Skeleton } from '../../ui/surfaces.tsx';
import { logout } from '../layout/logout.ts';
import { keyOf } from '../store/query-keys.ts';
import { storesQuery } from '../store/store-queries.ts';
import { describeRole } from './role-descriptions.ts';

/** An invitation's page: it names store, role and sender; one press makes the person a member and opens that store. */
export function InvitationAccept() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const email = useAppStore((state) => state.auth.user?.email);
  const queries = useQueryClient();
  const accept = useMutation({
    mutationFn: () => call('POST /invitations/accept', { body: { token } }),
    onSuccess: async ({ response }) => {
      await queries.fetchQuery({ ...storesQuery, staleTime: 0 });
      useAppStore.getState().setCurrentStore(response.subdomain);
    },
  });
  const details = useQuery({
    queryKey: keyOf('POST /invitations/details', token),
    enabled: token !== '' && !accept.isSuccess,
    retry: false,
    queryFn: async ({ signal }) => (await call('POST /invitations/details', { body: { token }, signal })).response,
  });
  const error = accept.error ?? details.error;
  const code = error instanceof ApiError ? error.code : null;

  if (!token) {
    return (
      <Card className="mx-auto max-w-lg">
        <h1 className="sr-only">Convite para uma loja</h1>
        <EmptyState
          drawing="people"
          title="Este link não tem um convite"
          action={<LinkButton to="/profile">Ir para o meu perfil</LinkButton>}
        >
          Abra o link inteiro do e-mail, ou peça um novo a quem convidou você.
        </EmptyState>
      </Card>
    );
  }
  if (accept.isSuccess) return <Welcome accepted={accept.data.response} />;
  return (
    <Card className="mx-auto max-w-lg text-center">
      <span className="mx-auto grid size-14 place-items-center rounded-full bg-accent-soft text-accent-text">
        <UserCheck className="size-7" aria-hidden="true" />
      </span>
      <h1 className="mt-4 text-display font-semibold tracking-tight">Convite para uma loja</h1>
      {details.data ? (
        <p className="mt-2 text-pretty break-words">
          {details.data.invitedBy} convidou você para a loja <strong>{details.data.store}</strong> como{' '}
          <strong>{roleName(details.data.role)}</strong>.{' '}
          <span className="text-muted">{describeRole(details.data.role)}</span>
        </p>
      ) : details.isPending ? (
        <div className="mt-3 flex flex-col items-center gap-2" aria-busy="true">
          <Skeleton className="h-4 w-72 max-w-full" />
          <Skeleton className="h-4 w-52 max-w-full" />
        </div>
      ) : null}
      <p className="mt-2 text-small text-muted text-pretty">
        Ao aceitar, {email ? <span className="text-text">{email}</span> : 'sua conta'} entra na equipe.
      </p>
      {error ? (
        <div className="mt-5 text-left">
          <Alert tone="bad" assertive>
            {errorText(error, 'Erro ao aceitar o convite')}
          </Alert>
        </div>
      ) : null}
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {code === 'email_unproven' ? (
          <LinkButton to="/profile?tab=conta" tone="secondary">
            Confirmar meu e-mail
          </LinkButton>
        ) : null}
        {code === 'forbidden' ? (
          <Button tone="secondary" onClick={() => void logout()}>
            Entrar com outra conta
          </Button>
        ) : null}
        <Button pending={accept.isPending} pendingLabel="Aceitando..." onClick={() => accept.mutate()}>
          Aceitar convite
        </Button>
      </div>
    </Card>
  );
}

/** Names the person's new role. It takes the focus, because the pressed button is gone. */
function Welcome({ accepted: { name, role } }: { accepted: Accepted }) {
  return (
    <Card className="mx-auto max-w-lg text-center">
      <span className="mx-auto grid size-14 place-items-center rounded-full bg-ok-soft text-ok">
        <UserCheck className="size-7" aria-hidden="true" />
      </span>
      <h1
        ref={focusWhenShown}
        tabIndex={-1}
        className="mt-4 text-display font-semibold tracking-tight text-balance break-words outline-none"
      >
        Agora você faz parte da loja {name}
      </h1>
      <p className="mt-2 text-muted text-pretty">
        Seu papel é <strong className="font-medium text-text">{roleName(role)}</strong>. {describeRole(role)}
      </p>
      <div className="mt-6 flex justify-center">
        <LinkButton to={mayDo(role, 'dashboard.read') ? '/dashboard' : '/products'}>Abrir o painel da loja</LinkButton>
      </div>
    </Card>
  );
}
