import { Section } from './section.tsx';

const points = [
  {
    title: 'O dinheiro',
    text: 'O token do Mercado Pago fica cifrado e não volta para a tela. Trocar a conta que recebe pede que você prove que é você, todos os administradores ficam sabendo, e por 72 horas dá para desfazer.',
  },
  {
    title: 'A conta',
    text: 'A senha não é guardada, só um resumo dela que não se desfaz. Há verificação em duas etapas, passkeys, lista de aparelhos e aviso por e-mail quando entra um aparelho novo.',
  },
  {
    title: 'O servidor',
    text: 'O script é que procura a Vitrine: nenhuma porta dele fica aberta. Cada mensagem vai assinada nos dois sentidos, com uma chave que nunca viaja.',
  },
  {
    title: 'O que o jogador digita',
    text: 'Um nome ou uma resposta nunca vira outro comando no seu servidor. O que poderia confundir o console é recusado na compra e conferido de novo antes de executar.',
  },
  {
    title: 'O cartão e os dados',
    text: 'Número de cartão fica com o Mercado Pago e não passa por aqui. O comprador baixa e apaga os próprios dados na loja em que comprou.',
  },
];

/** What guards money, account, server and people, in plain words. */
export function Safety() {
  return (
    <Section
      id="seguranca"
      title="Segurança, em palavras simples"
      lead={
        <>
          Achou uma falha? A{' '}
          <a href="/seguranca" className="prose-link">
            página de segurança
          </a>{' '}
          diz como avisar e o que prometemos.
        </>
      }
    >
      <dl className="mt-8 grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {points.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 text-muted text-pretty">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
