import { addressOf } from '@vitrine/contract/calls/address';
import type { OwnData } from '@vitrine/contract/purchases';
import { Download } from 'lucide-react';
import { Problem } from './notice.tsx';
import { keepText } from './words.ts';

const orders = (count: number) => (count === 1 ? '1 pedido' : `${count} pedidos`);

/** The shopper's own data (LGPD): download it or have it erased. The page says first what the erasure does. */
export function OwnDataPage({ data, problem }: { data: OwnData; problem: string | undefined }) {
  const { who, now, later, asked } = data;
  const mail = who.by === 'email';
  return (
    <div className="mx-auto grid max-w-2xl gap-6 px-4 py-8 md:px-6 md:py-12">
      <div>
        <a href="/minhas-compras" className="prose-link inline-flex min-h-11 items-center text-small">
          Voltar para Minhas compras
        </a>
        <h1 className="text-display font-bold tracking-tight">Meus dados</h1>
        <p className="mt-2 text-muted text-pretty">
          O que esta loja guarda sobre você: as suas compras, o seu ID no jogo e os contatos que você informou ao
          comprar.
        </p>
      </div>
      <Problem text={problem} />
      <section aria-labelledby="levar" className="card p-5">
        <h2 id="levar" className="text-title font-semibold">
          Levar uma cópia
        </h2>
        <p className="mt-1 text-muted text-pretty">
          Um arquivo com seus pedidos, benefícios e dados, que outros programas sabem ler (JSON).
        </p>
        <a href={addressOf('GET /customer/export')} className="btn btn-secondary mt-4">
          <Download className="size-5" aria-hidden="true" />
          Baixar meus dados
        </a>
      </section>
      <section aria-labelledby="apagar" className="card p-5">
        <h2 id="apagar" className="text-title font-semibold">
          Apagar meus dados
        </h2>
        {asked ? (
          <p role="status" className="mt-2 rounded-control bg-ok-soft px-4 py-3 text-small font-medium text-ok">
            Você já pediu. O que ainda aparece aqui será apagado sozinho quando o motivo terminar.
          </p>
        ) : null}
        <div className="mt-2 grid gap-3 text-pretty">
          <p>
            <strong>O que é apagado:</strong> nome, e-mail, ID do Discord e as respostas que você deu, em todos os seus
            pedidos nesta loja.
          </p>
          <p>
            <strong>O que fica:</strong> número, data, produtos e valores de cada pedido, porque a lei fiscal manda
            guardar, e o seu ID no jogo, com que a loja prova a entrega se houver uma reclamação. O Mercado Pago guarda
            os dados do pagamento por conta própria, e o que já foi entregue continua no jogo e no Discord.
          </p>
          <p>
            <strong>Depois:</strong> {mail ? 'este e-mail' : 'este Discord'} não abre mais esses pedidos aqui. Baixe
            antes os comprovantes que quiser guardar. Não dá para desfazer.
          </p>
        </div>
        <dl className="figures mt-4 border-t border-line pt-4">
          <dt className="font-medium">Apagados agora</dt>
          <dd className="text-muted">{now === 0 ? 'nenhum pedido' : orders(now)}</dd>
          {later.length > 0 ? (
            <>
              <dt className="mt-3 font-medium">Apagados depois, sozinhos</dt>
              {later.map(({ number, reason, until }) => (
                <dd key={number} className="mt-1 text-muted">
                  Pedido #{number}: {keepText(reason, until)}
                </dd>
              ))}
            </>
          ) : null}
        </dl>
        {asked ? null : (
          <form method="post" action={addressOf('POST /customer/erase')} className="mt-5 grid gap-4">
            <label className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                name="confirm"
                value="sim"
                required
                className="size-5 shrink-0 accent-(--accent)"
              />
              <span>Entendi, e quero apagar meus dados desta loja.</span>
            </label>
            <button type="submit" className="btn btn-secondary text-bad">
              Apagar meus dados
            </button>
          </form>
        )}
      </section>
    </div>
  );
}
