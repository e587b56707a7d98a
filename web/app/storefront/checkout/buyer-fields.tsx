import { shopLimits } from '@vitrine/contract/shop-limits';
import type { CheckoutQuestion } from '@vitrine/contract/variables';
import type { ReactNode } from 'react';
import { QuestionField } from '../../lib/question-field.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { cityIdOf, type FieldName, type Server, serverIn } from './cart.ts';
import type { Draft } from './draft.ts';
import { CityIdPicture, DiscordIdPicture } from './id-pictures.tsx';
import { type CityCheck, cityCheckText, useCityCheck } from './use-city-check.ts';

interface BuyerFieldsProps {
  subdomain: string;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  questions: CheckoutQuestion[];
  servers: readonly Server[];
  errorAt: (field: FieldName, question?: string) => string | undefined;
}

/** The game server, where the buyer chooses one, and the buyer's ids. A picture shows where to find the city id and the Discord id. */
export function BuyerFields({ subdomain, draft, onChange, questions, servers, errorAt }: BuyerFieldsProps) {
  const refused = errorAt('clientId') !== undefined;
  const server = serverIn(draft, servers);
  // The city that answers is the store's first server.
  const asked = server === undefined || server === servers[0] ? cityIdOf(draft.clientId) : undefined;
  const cityCheck = useCityCheck(subdomain, asked, refused);
  return (
    <div className="grid grid-cols-1 gap-4">
      {servers.length > 0 ? (
        <Field
          label="Servidor"
          error={errorAt('serverId')}
          help={server?.online === false ? 'Fora do ar agora. A entrega sai quando ele voltar.' : 'Onde você joga.'}
        >
          <Select
            name="serverId"
            required
            value={server?.id ?? ''}
            onChange={(event) => onChange({ serverId: event.target.value })}
          >
            <option value="">Selecione</option>
            {servers.map(({ id, name, online }) => (
              <option key={id} value={id}>
                {name} · {online ? 'online' : 'fora do ar'}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <div>
        <Field
          label="ID da Cidade"
          error={errorAt('clientId')}
          help={refused ? undefined : <CityCheckLine check={cityCheck} />}
        >
          <TextInput
            name="clientId"
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={16}
            placeholder="Ex.: 1042"
            value={draft.clientId}
            onChange={(event) => onChange({ clientId: event.target.value })}
          />
        </Field>
        <Explained summary="Onde encontro meu ID da cidade?">
          <CityIdPicture />
          <p>É o número do seu passaporte na cidade. Ele aparece na tela do jogo ou ao abrir sua identidade.</p>
        </Explained>
      </div>
      <div>
        <Field label="ID do Discord" error={errorAt('discordId')}>
          <TextInput
            name="discordId"
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={24}
            placeholder="17 a 20 números"
            value={draft.discordId}
            onChange={(event) => onChange({ discordId: event.target.value })}
          />
        </Field>
        <Explained summary="Onde encontro meu ID do Discord?">
          <DiscordIdPicture />
          <ol className="list-decimal space-y-1 pl-5">
            <li>No Discord, abra Configurações › Avançado e ligue o Modo desenvolvedor.</li>
            <li>Toque na sua foto e escolha Copiar ID do usuário.</li>
          </ol>
        </Explained>
      </div>
      <Field label="Nome" optional error={errorAt('name')}>
        <TextInput
          name="name"
          autoComplete="name"
          maxLength={shopLimits.customerNameMax}
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label="E-mail" optional help="Para receber o comprovante." error={errorAt('email')}>
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          maxLength={shopLimits.emailMax}
          value={draft.email}
          onChange={(event) => onChange({ email: event.target.value })}
        />
      </Field>
      {questions.length > 0 ? (
        <fieldset className="grid gap-4 border-t border-line pt-4">
          <legend className="sr-only">Perguntas da loja</legend>
          {questions.map((question) => (
            <QuestionField
              key={question.name}
              question={question}
              value={draft.answers[question.name] ?? ''}
              error={errorAt('variables', question.name)}
              onAnswer={(answer) => onChange({ answers: { ...draft.answers, [question.name]: answer } })}
            />
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}

const tones = { muted: 'text-muted', ok: 'text-ok', warn: 'text-warn', bad: 'text-bad' };

/** The line always has its height, so an answer moves nothing. A refusal takes its place. It first explains the id. */
function CityCheckLine({ check }: { check: CityCheck | undefined }) {
  const { text, tone } = cityCheckText(check);
  return (
    <span className="grid *:[grid-area:1/1]">
      <span role="status" className={`min-h-5 truncate ${tones[tone]}`}>
        {text}
      </span>
      {text ? null : <span>O número do seu passaporte na cidade.</span>}
    </span>
  );
}

function Explained({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="mt-1 text-small">
      <summary className="flex min-h-11 items-center text-accent-text underline underline-offset-3 [&::-webkit-details-marker]:hidden">
        {summary}
      </summary>
      <div className="grid gap-3 rounded-control border border-line bg-surface p-3 text-muted">{children}</div>
    </details>
  );
}
