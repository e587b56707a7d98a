import { addressOf } from '@vitrine/contract/calls/address';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { MessagePage } from '../message-page.tsx';
import { DiscordMark } from './discord-mark.tsx';
import { Envelope } from './envelope.tsx';
import { EMAIL_CODES, Problem, problemOf } from './notice.tsx';
import { TokenForm } from './token-form.tsx';

/** Two ways to sign in, both without a password. They are plain forms, so they work without a script. */
export function SignIn(props: { discord: boolean; code: string | null; done: string | undefined }) {
  const { discord, code } = props;
  const atField = code !== null && EMAIL_CODES.has(code);
  return (
    <div className="mx-auto grid max-w-md gap-5 px-4 py-10 md:py-16">
      <div>
        <h1 className="text-display font-bold tracking-tight">Minhas compras</h1>
        <p className="mt-2 text-muted text-pretty">
          Seus pedidos, benefícios ativos e comprovantes nesta loja. Sem criar conta e sem senha.
        </p>
      </div>
      {props.done ? (
        <p role="status" className="rounded-control bg-ok-soft px-4 py-3 text-small font-medium text-ok">
          {props.done}
        </p>
      ) : null}
      {atField ? null : <Problem text={problemOf(code)} />}
      <section className="card grid gap-5 p-5" aria-label="Entrar">
        {discord ? (
          <>
            <div className="grid gap-2">
              <a href={addressOf('GET /customer/discord/start')} className="btn btn-primary">
                <DiscordMark />
                Entrar com Discord
              </a>
              <p className="text-small text-muted text-pretty">
                Use a conta do Discord que você informou na compra. Lemos apenas quem você é.
              </p>
            </div>
            <p className="flex items-center gap-3 text-small text-muted">
              <span className="h-px flex-1 bg-line" />
              ou
              <span className="h-px flex-1 bg-line" />
            </p>
          </>
        ) : null}
        <form method="post" action={addressOf('POST /customer/link')} className="grid gap-4">
          <Field
            label="E-mail usado na compra"
            help="Mandamos um link que entra direto. Vale por 15 minutos."
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
          <button type="submit" className={`btn ${discord ? 'btn-secondary' : 'btn-primary'}`}>
            Receber link por e-mail
          </button>
        </form>
      </section>
      <p className="text-small text-muted text-pretty">
        Comprou sem e-mail? O Discord da compra também vale. A página de cada pedido continua no endereço que você
        recebeu.
      </p>
    </div>
  );
}

export function LinkSent() {
  return (
    <MessagePage
      picture={<Envelope />}
      title="Confira seu e-mail"
      text="Se houver compras com o e-mail que você informou, o link desta loja chega em instantes. Ele vale por 15 minutos e funciona uma vez. Veja também a caixa de spam."
    >
      <a href="/minhas-compras" className="btn btn-secondary">
        Usar outro e-mail
      </a>
      <a href="/" className="btn btn-secondary">
        Voltar para a loja
      </a>
    </MessagePage>
  );
}

/** The page of the mailed link. Opening it changes nothing; pressing the button uses the link. */
export function EnterByLink({ email, token }: { email: string; token: string }) {
  return (
    <MessagePage
      picture={<Envelope />}
      title="Entrar em Minhas compras"
      text={
        <>
          Você vai entrar como <strong className="text-text">{email}</strong> neste aparelho.
        </>
      }
    >
      <TokenForm action={addressOf('POST /customer/enter')} token={token} tone="btn-primary">
        Ver minhas compras
      </TokenForm>
    </MessagePage>
  );
}

export function LinkOver() {
  return (
    <MessagePage
      picture={<Envelope over />}
      title="Este link não vale mais"
      text="Cada link vale por 15 minutos e funciona uma vez. Peça outro: chega em instantes."
    >
      <a href="/minhas-compras" className="btn btn-primary">
        Pedir outro link
      </a>
    </MessagePage>
  );
}
