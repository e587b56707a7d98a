import { useQuery, useQueryClient } from '@tanstack/react-query';
import { channelsQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { PickOrType } from './pick-or-type.client.tsx';

interface ChannelFieldProps {
  /** Empty for the main server. */
  server: string;
  channelId: string;
  channelName: string;
  error: string | undefined;
  onChange(channel: { channelId: string; channelName: string }): void;
}

/** Picks a channel of one of the connected Discord servers by name. A channel that the list does not have needs its id. */
export function ChannelField({ server, channelId, channelName, error, onChange }: ChannelFieldProps) {
  const store = useCurrentStoreId();
  const queries = useQueryClient();
  const { data: channels, isPending } = useQuery(channelsQuery(store, server));
  return (
    <PickOrType
      noun="canal"
      sign="#"
      help="No Discord, com o modo desenvolvedor ativo: clique no canal com o botão direito, “Copiar ID do canal”."
      options={channels?.map(({ id, name, reason }) => ({ id, name, reason, disabled: reason !== null }))}
      pending={isPending}
      onRefresh={() => queries.fetchQuery({ ...channelsQuery(store, server, true), staleTime: 0 })}
      id={channelId}
      name={channelName}
      error={error}
      onChange={(id, name) => onChange({ channelId: id, channelName: name })}
    />
  );
}
