import { Section } from './section.tsx';

const steps = [
  {
    word: 'Pago',
    title: 'O pagamento é conferido na fonte',
    text: 'Um aviso de pagamento não vale nada sozinho. Antes de qualquer entrega, a Vitrine pergunta ao Mercado Pago: qual o valor, para qual conta, de qual pedido.',
  },
  {
    word: 'Uma vez',
    title: 'Há um diário dos dois lados',
    text: 'O script do servidor anota cada entrega antes e depois de executar. Se o servidor cair no meio, o diário diz o que já saiu, e nada sai em dobro.',
  },
  {
    word: 'Todo mundo vê',
    title: 'A prova vem do próprio jogo',
    text: 'Depois de entregar, o script olha no jogo se o grupo, o veículo ou o item está lá. Até a resposta chegar, a tela diz “enviada”, e não “entregue”.',
  },
  {
    word: 'Na dúvida',
    title: 'Uma pessoa decide',
    text: 'Se ninguém sabe se o dinheiro ou o item saiu, a entrega fica “incerta”. Você vê tudo o que se sabe e decide. A Vitrine não repete por conta própria.',
  },
];

/** The promise, and how it is kept, in words for owners. */
export function HowItWorks() {
  return (
    <Section
      id="como-funciona"
      title="A promessa, e como ela se cumpre"
      lead="Pago é entregue, uma vez, e todo mundo vê. Por trás da frase há quatro regras que valem para toda compra."
      raised
    >
      <ol className="mt-10 grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ word, title, text }) => (
          <li key={word} className="border-t-2 border-accent pt-4">
            <p className="text-small font-semibold text-accent-text">{word}</p>
            <h3 className="mt-1 text-title font-semibold text-balance">{title}</h3>
            <p className="mt-2 text-muted text-pretty">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
