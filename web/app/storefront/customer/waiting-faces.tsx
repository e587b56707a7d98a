import { addressOf } from '@vitrine/contract/calls/address';
import type { AwaitedThing, WaitingLink } from '@vitrine/contract/pages';
import { formatDate } from '../../lib/format.ts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { MessagePage } from '../message-page.tsx';
import { Envelope } from './envelope.tsx';
import { EMAIL_CODES, Problem } from './notice.tsx';
import { TokenForm } from './token-form.tsx';

/** The faces of "Avise-me". Its forms are plain, so they work without a script. */

interface AskProps {
  thing: AwaitedThing;
  product: string | null;
  code: string | null;
  problem: string | undefined;
  page: string;
}

export function AskToWait({ thing, product, code, problem, page }: AskProps) {
  const atField = code !== null && EMAIL_CODES.has(code);
  return (
    <div className="mx-auto grid max-w-md gap-5 px-4 py-10 md:py-16">
      <div>
        <h1 className="text-display font-bold tracking-tight text-balance">
          {thing.product === null ? 'Avise-me quando abrir' : 'Avise-me quando voltar'}
        </h1>
        <p className="mt-2 text-muted text-pretty">
          {thing.product === null ? (
            'Um único e-mail, no momento em que a loja abrir.'
          ) : (
            <>
              Um único e-mail quando <strong className="text-text">{thing.product}</strong> estiver à venda de novo,
              pela ordem dos pedidos.
            </>
          )}
        </p>
      </div>
      {atField ? null : <Problem text={problem} />}
      <form method="post" action={addressOf('POST /customer/wait')} className="card grid gap-4 p-5">
        {product === null ? null : <input type="hidden" name="product" value={product} />}
        <Field
          label="Seu e-mail"
          help="Mandamos um link para confirmar. Sem a confirmação, o e-mail é apagado em 48 horas."
          error={atField ? 'E-mail inválido.' : undefined}
        >
          <TextInput
            name="email"
            type="email"
            required
            autoComplete="email"
            maxLength={254}
            placeholder="voce@exemplo.com"
          />
        </Field>
        <button type="submit" className="btn btn-primary">
          Avise-me
        </button>
      </form>
      <p className="text-small text-muted text-pretty">
        O e-mail serve só para este aviso, vale por 90 dias e é apagado com ele. A loja não o vê.
      </p>
      <p>
        <a href={page} className="prose-link inline-flex min-h-11 items-center">
          Voltar
        </a>
      </p>
    </div>
  );
}

/** Why there is nothing to ask for now. */
export function NothingToAwait({ thing, page }: { thing: AwaitedThing | null; page: string }) {
  const words = {
    notices_off: ['Sem avisos por aqui', 'Esta loja não envia avisos por e-mail.'],
    notices_young: [
      'Os avisos ainda não começaram',
      `Lojas novas não enviam e-mails a quem visita. A partir de ${thing?.from ? formatDate(thing.from) : 'alguns dias'} você pode pedir o seu aqui.`,
    ],
    waiting_needless: ['Não precisa esperar', 'O que você procura já está na loja.'],
  } as const;
  const [title, text] = thing?.refusal
    ? words[thing.refusal]
    : ['Produto não encontrado', 'Ele saiu da loja, ou o link está errado.'];
  return (
    <MessagePage picture={<Envelope over />} title={title} text={text}>
      <a href={page} className="btn btn-primary">
        Ver na loja
      </a>
    </MessagePage>
  );
}

export function AskSent({ page }: { page: string }) {
  return (
    <MessagePage
      picture={<Envelope />}
      title="Confira seu e-mail"
      text="Se o e-mail que você informou ainda não espera por este aviso, o link para confirmar chega em instantes. O aviso só vale depois que você apertar o link. Veja também a caixa de spam."
    >
      <a href={page} className="btn btn-secondary">
        Voltar para a loja
      </a>
    </MessagePage>
  );
}

/** The page of the mailed link. Opening it changes nothing: its buttons confirm the request or end it. */
export function WaitingLinkPage({ link, token }: { link: WaitingLink; token: string }) {
  const what = link.product ?? 'a abertura da loja';
  return (
    <MessagePage
      picture={<Envelope />}
      title={link.confirmed ? 'Aviso confirmado' : 'Confirmar aviso'}
      text={
        <>
          {link.confirmed ? 'Um único e-mail chega em ' : 'Um único e-mail vai chegar em '}
          <strong className="wrap-anywhere text-text">{link.email}</strong>
          {link.product === null ? ' quando a loja abrir.' : null}
          {link.product === null ? null : (
            <>
              {' '}
              quando <strong className="text-text">{what}</strong> voltar.
            </>
          )}
        </>
      }
    >
      {link.confirmed ? (
        <a href={link.page} className="btn btn-primary">
          Voltar para a loja
        </a>
      ) : (
        <TokenForm action={addressOf('POST /customer/wait/confirm')} token={token} tone="btn-primary">
          Confirmar aviso
        </TokenForm>
      )}
      <TokenForm action={addressOf('POST /customer/wait/end')} token={token} tone="btn-secondary">
        Não quero o aviso
      </TokenForm>
    </MessagePage>
  );
}

export function WaitCancelled() {
  return (
    <MessagePage picture={<Envelope over />} title="Aviso cancelado" text="O pedido e o seu e-mail foram apagados.">
      <a href="/" className="btn btn-primary">
        Ir para a loja
      </a>
    </MessagePage>
  );
}

export function WaitingLinkOver() {
  return (
    <MessagePage
      picture={<Envelope over />}
      title="Este link não vale mais"
      text="O aviso já foi enviado ou cancelado, ou o prazo para confirmar passou. Você pode pedir outro na loja."
    >
      <a href="/" className="btn btn-primary">
        Ir para a loja
      </a>
    </MessagePage>
  );
}
