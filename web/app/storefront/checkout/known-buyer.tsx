import { type AskedOf, askedIn } from './cart.ts';
import { type Draft, forgetBuyer } from './draft.ts';

interface KnownBuyerProps {
  draft: Draft;
  askedOf: AskedOf;
  /** The character's masked name, if the city told it. */
  character: string | null;
  onChange: (change: Partial<Draft>) => void;
  /** Shows the fields instead. */
  onOpen: () => void;
}

/** `bruno@exemplo.com.br` -> `b***@exemplo.com.br`, because others may see this screen. */
const masked = (email: string) => email.replace(/^(.)[^@]*/, '$1***');

/** The pressed button goes, so the focus moves to the first field that takes its place. */
function thenFocus(press: () => void): void {
  press();
  setTimeout(() =>
    document.querySelector<HTMLElement>('[name=clientId], [name^=identity-], [name=discordId]')?.focus(),
  );
}

/** Shows for whom this browser buys, instead of the fields. The browser remembers it with the buyer's consent. */
export default function KnownBuyer({ draft, askedOf, character, onChange, onOpen }: KnownBuyerProps) {
  // The browser may remember more ids than this cart asks for. Only the ids that the order is for are shown.
  const { asksCity, others } = askedIn(draft, askedOf);
  const ids = [asksCity ? draft.clientId.trim() : '', ...others.map(({ kind }) => draft.identities[kind]?.trim())];
  const id = ids.filter(Boolean).join(', ');
  const discord = draft.discordId.trim();
  const forget = () => {
    forgetBuyer();
    onOpen();
    onChange({ clientId: '', identities: {}, discordId: '', name: '', email: '', remember: false });
  };
  return (
    <section aria-label="Para quem é a compra" className="rounded-control border border-line bg-surface px-4 pt-3 pb-1">
      <p className="font-semibold">
        Comprando para {character ? `${character} · ` : ''}
        <span className="figures">{id ? `ID ${id}` : 'sua conta do Discord'}</span>
      </p>
      <p className="figures text-small text-muted">
        Discord …{discord.slice(-4)}
        {draft.email ? ` · comprovante para ${masked(draft.email.trim())}` : ''}
      </p>
      <p className="text-small text-muted">Guardado só neste navegador, porque você pediu.</p>
      <p className="flex gap-x-5">
        <button
          type="button"
          onClick={() => thenFocus(onOpen)}
          className="prose-link min-h-11 text-small font-semibold"
        >
          Trocar
        </button>
        <button
          type="button"
          onClick={() => thenFocus(forget)}
          className="prose-link min-h-11 text-small font-semibold"
        >
          Esquecer
        </button>
      </p>
    </section>
  );
}
