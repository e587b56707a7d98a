import { useQuery, useQueryClient } from '@tanstack/react-query';
import { joinActions } from '@vitrine/contract/action-lists';
import type { Action } from '@vitrine/contract/actions';
import type { StoreConnection } from '@vitrine/contract/store-answers';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { RelativeTime } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Alert, Badge } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { productsQuery, rolesQuery } from '../store/catalog-queries.ts';
import { useMay } from '../store/may.ts';
import { refreshAfter } from '../store/query-keys.ts';

export type Guild = StoreConnection['discord']['guilds'][number];
interface Asked {
  what: 'main' | 'disconnect';
  guild: Guild;
}

interface GuildListProps {
  subdomain: string;
  /** The main one first. */
  guilds: readonly Guild[];
  /** The id of the main one. */
  main: string | undefined;
}

const nameOf = ({ id, name }: Guild) => name || id;

/** The connected Discord servers, what each lacks, and what the owner can do with it. */
export function GuildList({ subdomain, guilds, main }: GuildListProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayConnect = useMay()('store.connect');
  const several = guilds.length > 1;
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {guilds.map((guild) => (
          <li key={guild.id} aria-label={nameOf(guild)} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
              <div className="min-w-0">
                <p className="font-medium break-words">{nameOf(guild)}</p>
                <p className="text-small text-muted">
                  {several && guild.id === main ? 'Principal · conectado ' : 'Conectado '}
                  <RelativeTime at={guild.boundAt} />
                </p>
              </div>
              {guild.problem ? <Badge tone="bad">Com problema</Badge> : <RoleReach {...{ subdomain, guild }} />}
            </div>
            {guild.problem ? (
              <Alert tone="bad" title="O bot precisa de ajuda">
                {guild.problem}
              </Alert>
            ) : (
              <RoleHelp {...{ subdomain, guild }} />
            )}
            {mayConnect ? (
              <div className="flex flex-wrap gap-3">
                {guild.id === main ? null : (
                  <Button tone="secondary" size="small" onClick={() => setAsked({ what: 'main', guild })}>
                    Tornar principal
                  </Button>
                )}
                <Button tone="secondary" size="small" onClick={() => setAsked({ what: 'disconnect', guild })}>
                  {several ? 'Desconectar' : 'Desconectar Discord'}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {asked ? (
        <GuildDialog key={asked.guild.id} {...asked} {...{ subdomain, guilds, main }} onClose={() => setAsked(null)} />
      ) : null}
    </>
  );
}

/** Whether the bot may give any role of a server: undefined while that is not known. */
function useReach(subdomain: string, guild: Guild) {
  const may = useMay()('catalog.edit');
  const { data, isError } = useQuery({ ...rolesQuery(subdomain, guild.id), enabled: may });
  return { unknown: !may || isError, reaches: data?.some(({ assignable }) => assignable), roles: data };
}

interface ReachProps {
  subdomain: string;
  guild: Guild;
}

/** The badge of a server without a known problem: a bot below all roles can give none of them. */
function RoleReach({ subdomain, guild }: ReachProps) {
  const { unknown, reaches } = useReach(subdomain, guild);
  if (unknown) return <Badge tone="neutral">Conectado</Badge>;
  if (reaches === undefined) return <Badge tone="neutral">Conferindo…</Badge>;
  return reaches ? <Badge tone="ok">Tudo certo</Badge> : <Badge tone="warn">Nenhum cargo ao alcance</Badge>;
}

/** What to do about a bot that can give no role. */
function RoleHelp({ subdomain, guild }: ReachProps) {
  const queries = useQueryClient();
  const [checking, setChecking] = useState(false);
  const { reaches, roles } = useReach(subdomain, guild);
  if (reaches !== false) return null;
  const check = async () => {
    setChecking(true);
    await queries
      .fetchQuery({ ...rolesQuery(subdomain, guild.id, true), staleTime: 0 })
      .catch((error) => notify.error(errorText(error, 'Erro ao carregar dados')));
    setChecking(false);
  };
  return (
    <Alert
      tone="warn"
      title="O bot não pode dar nenhum cargo aqui"
      action={
        <Button
          tone="secondary"
          size="small"
          pending={checking}
          pendingLabel="Conferindo..."
          onClick={() => void check()}
        >
          Conferir de novo
        </Button>
      }
    >
      {roles?.[0]?.reason ??
        'Este servidor ainda não tem cargos. Crie um no Discord, abaixo do cargo do bot, para vender com ele.'}
    </Alert>
  );
}

/** The question before a server becomes the main one or is disconnected, with what follows. */
function GuildDialog({ what, guild, subdomain, guilds, main, onClose }: GuildListProps & Asked & { onClose(): void }) {
  const body = { subdomain, server: guild.id };
  const common = { open: true, onOpenChange: (open: boolean) => !open && onClose(), dismissLabel: 'Voltar' };
  if (what === 'main') {
    return (
      <ConfirmDialog
        {...common}
        tone="primary"
        title={`Tornar ${nameOf(guild)} o servidor principal?`}
        confirmLabel="Tornar principal"
        pendingLabel="Salvando..."
        onConfirm={async () => {
          await call('POST /discord/main', { body });
          await refreshAfter('POST /discord/main', subdomain);
          notify.success('Servidor principal alterado.');
        }}
        errorText={(error) => errorText(error, 'Erro ao mudar o servidor principal')}
      >
        O que já foi vendido, e os cargos e canais dos produtos, continuam no servidor de antes. Banimentos e mensagens
        diretas sem servidor escolhido passam a valer aqui.
      </ConfirmDialog>
    );
  }
  const last = guilds.length === 1;
  const heir = guild.id === main ? guilds.find(({ id }) => id !== guild.id) : undefined;
  return (
    <ConfirmDialog
      {...common}
      title={`Desconectar ${nameOf(guild)}?`}
      confirmLabel="Desconectar"
      pendingLabel="Desconectando..."
      onConfirm={async () => {
        await call('POST /discord/disconnect', { body });
        await refreshAfter('POST /discord/disconnect', subdomain);
        notify.success('Discord desconectado.');
      }}
      errorText={(error) => errorText(error, 'Erro ao desconectar o Discord')}
    >
      <div className="flex flex-col gap-3">
        <p>
          {last
            ? 'O bot para de dar e tirar cargos. As entregas pelo Discord esperam até que um servidor seja conectado de novo.'
            : 'O bot para de dar e tirar cargos neste servidor. As entregas dele que estão em aberto falham, e você decide o que fazer com cada uma.'}
          {heir ? ` ${nameOf(heir)} passa a ser o principal.` : ''}
        </p>
        <BrokenProducts subdomain={subdomain} guild={guild} isMain={heir !== undefined} />
      </div>
    </ConfirmDialog>
  );
}

/** The products that a disconnected server leaves with an action that goes nowhere. */
function BrokenProducts({ subdomain, guild, isMain }: { subdomain: string; guild: Guild; isMain: boolean }) {
  const { data: products = [] } = useQuery(productsQuery(subdomain));
  const breaks = (action: Action) =>
    action.target === 'discord' &&
    // A role or channel without a server belongs to the main one.
    (action.server === guild.id ||
      (isMain && action.server === undefined && ('roleId' in action || 'channelId' in action)));
  const broken = products.filter((product) => joinActions(product).some(breaks));
  if (broken.length === 0) return null;
  return (
    <div>
      <p className="font-medium text-text">Estes produtos precisam de outro servidor:</p>
      <ul className="mt-1 list-disc pl-5">
        {broken.map(({ _id, name }) => (
          <li key={_id}>{name}</li>
        ))}
      </ul>
    </div>
  );
}
