import { type ReactNode, useEffect } from 'react';
import type { Draft } from './draft.ts';
import { arrivalProblem, discordCheckText, fillsIn, swap, useDiscordCheck, useSignedIn } from './use-discord.ts';

export interface DiscordOffer {
  /** The address where a shopper signs in with Discord; null if nobody can. */
  signIn: string | null;
  /** The store's invitation to its Discord server; null if the owner gave none. */
  invite: string | null;
}

/** What the rest of the form must know of it. */
export interface DiscordSeen {
  /** The id is the signed-in buyer's: no field is needed. */
  own?: boolean;
  /** What is wrong with the typed id, for its field. */
  problem?: string | undefined;
}

interface DiscordBuyerProps extends DiscordOffer {
  subdomain: string;
  draft: Pick<Draft, 'discordId'>;
  /** Why the server refused the id: then Discord is asked again. */
  refused: string | undefined;
  /** The buyer's fields are folded. */
  known: boolean;
  onChange: (change: Pick<Draft, 'discordId'>) => void;
  onSeen: (seen: DiscordSeen) => void;
}

/**
 * Shows for which Discord account the purchase is: the signed-in one with name and picture, and what Discord says of it or of a typed
 * id. It stands beside the field of the id, with a line of text below the field. No part of the form waits for an answer.
 */
export default function DiscordBuyer(props: DiscordBuyerProps): ReactNode {
  const { subdomain, refused, known, signIn, invite, onChange, onSeen } = props;
  const discordId = props.draft.discordId.trim();
  const onId = (id: string) => onChange({ discordId: id });
  const me = useSignedIn(signIn !== null);
  const check = useDiscordCheck(subdomain, discordId, refused);
  const own = me?.id === discordId;
  const { text, tone, problem } = discordCheckText(check, own);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an arrival, or a first look, fills the id in
  useEffect(() => {
    if (me && fillsIn(discordId)) onId(me.id);
  }, [me]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onSeen` sets a state
  useEffect(() => onSeen({ own, problem }), [own, problem]);

  // The line has its height from the beginning. A late answer used to move the payment options while somebody pressed one.
  const line = (
    <p role="status" className={`order-1 min-h-5 text-small text-pretty ${tones[tone]}`}>
      {text}
      {check === 'not_member' && invite ? (
        <>
          {' '}
          <a href={invite} target="_blank" rel="noreferrer nofollow" className="prose-link font-semibold">
            Entrar no Discord da loja
          </a>
        </>
      ) : null}
    </p>
  );
  if (known) return line;
  if (me && own) {
    return (
      <section aria-label="Sua conta do Discord" className="grid gap-1.5">
        <p aria-hidden="true" className="text-small font-medium">
          Discord
        </p>
        <div className="flex items-center gap-3 rounded-control border border-line bg-surface px-3 py-1.5">
          <Picture src={me.avatar} />
          <p className="min-w-0 flex-1 leading-tight">
            <span className="block truncate font-semibold">{me.name ?? 'Sua conta'}</span>
            <span className="figures block truncate text-small text-muted">{me.id}</span>
          </p>
          <button
            type="button"
            className="prose-link min-h-11 text-small font-semibold"
            onClick={() => {
              swap();
              onId('');
              setTimeout(() => document.querySelector<HTMLElement>('[name=discordId]')?.focus(), 50);
            }}
          >
            Trocar
          </button>
        </div>
        {line}
      </section>
    );
  }
  return (
    <>
      {signIn ? (
        <div className="grid gap-2">
          {me ? (
            <button type="button" className="btn btn-secondary min-w-0" onClick={() => onId(me.id)}>
              <Picture src={me.avatar} />
              <span className="truncate">Usar {me.name ?? 'sua conta do Discord'}</span>
            </button>
          ) : (
            <a href={signIn} className="btn btn-secondary">
              Continuar com Discord
            </a>
          )}
          {!me && arrivalProblem() ? <p className="text-small text-muted">{arrivalProblem()}</p> : null}
        </div>
      ) : null}
      {line}
    </>
  );
}

const tones = { muted: 'text-muted', ok: 'text-ok', warn: 'text-warn' };

/** The picture that Discord keeps of the person. If it does not load, its place stays empty. */
function Picture({ src }: { src: string }) {
  return (
    <img
      src={src}
      alt=""
      width={32}
      height={32}
      referrerPolicy="no-referrer"
      className="size-8 shrink-0 rounded-full bg-hover text-[0px]"
    />
  );
}
