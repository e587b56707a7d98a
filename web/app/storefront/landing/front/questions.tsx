import { limits } from '@vitrine/contract/limits';
import { Section } from './section.tsx';

const questions = [
  {
    ask: 'Quem recebe o dinheiro?',
    answer:
      'Você, direto na sua conta do Mercado Pago. A Vitrine não guarda o dinheiro das vendas nem fica com parte dele.',
  },
  {
    ask: 'E se o servidor estiver fora do ar?',
    answer: 'A compra espera na fila e sai assim que ele voltar. O comprador lê isso na página do pedido.',
  },
  {
    ask: 'E se o servidor cair no meio de uma entrega?',
    answer:
      'O que pode ser repetido sem risco é repetido. Dinheiro, itens e comandos ficam marcados como incertos, com tudo o que se sabe, e uma pessoa da loja decide.',
  },
  {
    ask: 'Posso usar com qualquer servidor FiveM?',
    answer:
      'Com honestidade: a licença da Cfx.re indica a Tebex como única parceira de pagamento para servidores FiveM. Você lê esse aviso ao conectar o servidor e decide sabendo disso.',
  },
  {
    ask: 'O que acontece quando o mês pago termina?',
    answer: `Por ${limits.planGraceDays} dias tudo continua igual. Depois valem os limites do plano gratuito: nada é apagado, só não dá para criar itens acima do limite.`,
  },
  {
    ask: 'O jogador pode desistir da compra?',
    answer:
      'Sim, em até 7 dias, na página do pedido. O dinheiro volta pelo Mercado Pago e o que a compra deu é retirado, se ainda estiver lá.',
  },
];

export function Questions() {
  return (
    <Section id="perguntas" title="Perguntas diretas" raised>
      <div className="mt-6 max-w-3xl divide-y divide-line border-y border-line">
        {questions.map(({ ask, answer }) => (
          <details key={ask} className="group">
            <summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-semibold [&::-webkit-details-marker]:hidden">
              {ask}
              <span aria-hidden="true" className="text-lead font-normal text-accent-text group-open:rotate-45">
                +
              </span>
            </summary>
            <p className="pb-5 text-muted text-pretty">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
