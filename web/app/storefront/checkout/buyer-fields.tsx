import { checkoutTexts } from '@vitrine/contract/order-words';
import { shopLimits } from '@vitrine/contract/shop-limits';
import type { CheckoutQuestion } from '@vitrine/contract/variables';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { type AskedOf, askedIn, CITY_HELP, CITY_LABEL, type FieldName, missingParts, serverIn } from './cart.ts';
import { cityIdOf } from './city-id.ts';
import type { DiscordOffer, DiscordSeen } from './discord-buyer.tsx';
import { type Draft, forgetBuyer, mayBeSignedIn, rememberBuyer } from './draft.ts';
import { useCityCheck } from './use-city-check.ts';

// Without a network the ids are typed.
const nothing = () => ({ default: (): ReactNode => null });
const CityCheckLine = lazy(() => import('./city-check-line.tsx').catch(nothing));
const DiscordBuyer = lazy(() => import('./discord-buyer.tsx').catch(nothing));
const IdentityFields = lazy(() => import('./identity-fields.tsx'));
const KnownBuyer = lazy(() => import('./known-buyer.tsx'));
const ServerField = lazy(() => import('./server-field.tsx'));
const StoreQuestions = lazy(() => import('./store-questions.tsx'));
// Without a network the help opens empty, and the form stays.
const IdHelp = lazy(() => import('./id-help.tsx').catch(() => ({ default: () => <></> })));

interface BuyerFieldsProps {
  subdomain: string;
  discord: DiscordOffer;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  questions: CheckoutQuestion[];
  askedOf: AskedOf;
  errorAt: (field: FieldName, question?: string) => string | undefined;
}

/** The game server, if the buyer chooses one, and the buyer's ids. A picture shows where to find the city id and the Discord id. */
export function BuyerFields({ subdomain, discord, draft, onChange, questions, askedOf, errorAt }: BuyerFieldsProps) {
  const [left, setLeft] = useState(false);
  const badCity = left && draft.clientId.trim() !== '' && cityIdOf(draft.clientId) === undefined;
  const cityError = errorAt('clientId') ?? (badCity ? checkoutTexts.cityId : undefined);
  const refused = cityError !== undefined;
  const { servers } = askedOf;
  const server = serverIn(draft, servers);
  const { asksCity, city, others } = askedIn(draft, askedOf);
  // Only remembered values are folded. While the person fills in a field, or a value is missing or refused, the fields stay open.
  const [folded, setFolded] = useState(() => draft.remember);
  const complete = missingParts({ ...draft, paymentMethod: 'pix' }, askedOf).length === 0;
  const hasProblem = (['clientId', 'discordId', 'name', 'email'] as const).some((field) => errorAt(field));
  const known = folded && complete && !hasProblem && others.every(({ kind }) => !errorAt('identities', kind));
  // What a person types must not fold away under their hands.
  const fill = (change: Partial<Draft>) => {
    setFolded(false);
    onChange(change);
  };
  // Only the city of the store's first server answers the check.
  const asked = asksCity && (server === undefined || server === servers[0]) ? cityIdOf(draft.clientId) : undefined;
  const cityCheck = useCityCheck(subdomain, asked, refused);
  const cityHelp = city?.help ?? CITY_HELP;
  const [seen, setSeen] = useState<DiscordSeen>({});
  const [asksDiscord, setAsksDiscord] = useState(mayBeSignedIn);
  // The part for Discord is loaded once an id is whole, and then stays.
  if (!asksDiscord && draft.discordId.length > 16) setAsksDiscord(true);
  const discordError = errorAt('discordId');
  const signIn =
    discord.signIn && !known ? (
      <a href={discord.signIn} className="btn btn-secondary">
        Continuar com Discord
      </a>
    ) : null;
  const notYet = (
    <>
      {signIn}
      <p className="order-1 min-h-5" />
    </>
  );
  const discordBuyer = asksDiscord ? (
    <Suspense fallback={notYet}>
      <DiscordBuyer {...{ ...discord, subdomain, draft, onChange, known }} refused={discordError} onSeen={setSeen} />
    </Suspense>
  ) : (
    notYet
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      {servers.length > 0 ? (
        <Suspense fallback={<div className="skeleton h-24" />}>
          <ServerField {...{ servers, server, onChange }} error={errorAt('serverId')} />
        </Suspense>
      ) : null}
      {known ? (
        <>
          <Suspense fallback={<div className="skeleton h-32" />}>
            <KnownBuyer
              {...{ draft, askedOf, onChange }}
              character={typeof cityCheck === 'object' ? cityCheck.name : null}
              onOpen={() => setFolded(false)}
            />
          </Suspense>
          {discordBuyer}
        </>
      ) : (
        <>
          {asksCity ? (
            <div>
              <Field
                label={city?.label ?? CITY_LABEL}
                error={cityError}
                help={
                  refused ? undefined : cityCheck ? (
                    <Suspense fallback={cityHelp}>
                      <CityCheckLine check={cityCheck}>{cityHelp}</CityCheckLine>
                    </Suspense>
                  ) : (
                    cityHelp
                  )
                }
              >
                <TextInput
                  name="clientId"
                  required
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={16}
                  placeholder="Ex.: 1042"
                  value={draft.clientId}
                  onFocus={() => setLeft(false)}
                  onBlur={() => setLeft(true)}
                  onChange={(event) => fill({ clientId: event.target.value })}
                />
              </Field>
              <Explained summary="Onde encontro meu ID da Cidade?" of="city" />
            </div>
          ) : null}
          {others.length > 0 ? (
            <Suspense fallback={null}>
              <IdentityFields {...{ draft, errorAt }} onChange={fill} asked={others} />
            </Suspense>
          ) : null}
          <div className="grid gap-3">
            {discordBuyer}
            {seen.own ? null : (
              <>
                <Field label="ID do Discord" error={discordError ?? seen.problem}>
                  <TextInput
                    name="discordId"
                    required
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={32}
                    placeholder="17 a 20 números"
                    value={draft.discordId}
                    // A pasted mention, `<@123…>`, holds the id, and so does what a chat wrapped in signs that nobody sees.
                    onChange={(event) => fill({ discordId: event.target.value.replace(/\W/g, '') })}
                  />
                </Field>
                <div className="order-2">
                  <Explained summary="Onde encontro meu ID do Discord?" of="discord" />
                </div>
              </>
            )}
          </div>
          <Field label="Nome" optional error={errorAt('name')}>
            <TextInput
              name="name"
              autoComplete="name"
              maxLength={shopLimits.customerNameMax}
              value={draft.name}
              onChange={(event) => fill({ name: event.target.value })}
            />
          </Field>
          <Field label="E-mail" optional help="Para receber o comprovante." error={errorAt('email')}>
            <TextInput
              name="email"
              type="email"
              autoComplete="email"
              maxLength={shopLimits.emailMax}
              value={draft.email}
              onChange={(event) => fill({ email: event.target.value })}
            />
          </Field>
          <label className="flex min-h-11 items-center gap-3 text-small">
            <input
              type="checkbox"
              checked={draft.remember}
              onChange={({ target: { checked } }) => {
                (checked ? rememberBuyer : forgetBuyer)();
                onChange({ remember: checked });
              }}
              className="size-5 shrink-0 accent-(--accent)"
            />
            Lembrar meus dados neste navegador para a próxima compra
          </label>
        </>
      )}
      {questions.length > 0 ? (
        <Suspense fallback={null}>
          <StoreQuestions {...{ questions, draft, onChange, errorAt }} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Explained({ summary, of }: { summary: string; of: 'city' | 'discord' }) {
  const [asked, setAsked] = useState(false);
  return (
    <details className="mt-1 text-small" onToggle={() => setAsked(true)}>
      <summary className="flex min-h-11 items-center text-accent-text underline underline-offset-3 [&::-webkit-details-marker]:hidden">
        {summary}
      </summary>
      <div className="grid gap-3 rounded-control border border-line bg-surface p-3 text-muted">
        {asked ? (
          <Suspense fallback={null}>
            <IdHelp of={of} />
          </Suspense>
        ) : null}
      </div>
    </details>
  );
}
