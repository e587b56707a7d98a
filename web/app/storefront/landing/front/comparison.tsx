import { formatReais } from '@vitrine/contract/money';
import type { Plan } from '@vitrine/contract/plans';
import { tebex } from './market.ts';

/** Facts side by side, also those in which the other platform is better (facts/market.md). */
function rows(plans: Plan[]) {
  const prices = plans.map(({ price }) => formatReais(price));
  return [
    {
      about: 'Taxa da plataforma por venda',
      own: '0%',
      other: `${tebex.fivemFee / 100}% em FiveM; ${tebex.otherGamesFee / 100}% nos outros jogos`,
    },
    {
      about: 'Mensalidade',
      own: `${prices.slice(0, -1).join(', ')} ou ${prices.at(-1)}, conforme o plano`,
      other: 'Não entra nesta conta',
    },
    {
      about: 'Taxa do meio de pagamento',
      own: 'À parte: a do seu Mercado Pago',
      other: 'À parte: a do meio que o jogador escolhe',
    },
    {
      about: 'Onde o dinheiro cai',
      own: 'Na sua conta do Mercado Pago, direto',
      other: 'Na carteira da Tebex, de onde você saca',
    },
    {
      about: 'Contestação do pagamento (chargeback)',
      own: 'O risco é seu. A Vitrine guarda pagamento, entregas e respostas para você responder',
      other: 'Tem proteção ao vendedor para as vendas que se enquadram',
    },
    {
      about: 'Licença da Cfx.re (FiveM)',
      own: 'Não é a parceira indicada: você lê esse aviso antes de conectar',
      other: 'É a única parceira de pagamento indicada',
    },
  ];
}

/** On a phone each fact is a small list; from a tablet on the facts stand in three columns. */
export function Comparison({ plans }: { plans: Plan[] }) {
  return (
    <div className="mt-14">
      <h3 className="text-lead font-semibold tracking-tight">Lado a lado, com o que pesa contra nós</h3>
      <div aria-hidden="true" className="mt-5 hidden grid-cols-[1fr_1.2fr_1.2fr] gap-6 text-small text-muted md:grid">
        <span />
        <span>Vitrine</span>
        <span>Tebex</span>
      </div>
      <ul className="mt-2 border-t border-line">
        {rows(plans).map(({ about, own, other }) => (
          <li key={about} className="grid gap-1 border-b border-line py-4 md:grid-cols-[1fr_2.4fr] md:gap-6">
            <h4 className="font-semibold text-pretty">{about}</h4>
            <dl className="grid gap-1 md:grid-cols-2 md:gap-6">
              <Side who="Vitrine" what={own} />
              <Side who="Tebex" what={other} />
            </dl>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Side({ who, what }: { who: string; what: string }) {
  return (
    <div className="grid grid-cols-[4rem_1fr] gap-2 md:block">
      <dt className="text-muted md:sr-only">{who}</dt>
      <dd className="text-pretty">{what}</dd>
    </div>
  );
}
