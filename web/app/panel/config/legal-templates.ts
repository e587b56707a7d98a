/** What a template says of the seller. An empty field becomes a gap that the owner fills in. */
export interface Seller {
  store: string;
  name: string;
  document: string;
  address: string;
  contact: string;
}

const sellerOf = ({ name, document, address, contact }: Seller) => {
  const said = (text: string, gap: string) => text.trim() || `[${gap}]`;
  return `${said(name, 'nome ou razão social')}, CPF ou CNPJ ${said(document, 'número')}, ${said(address, 'endereço')}. Contato: ${said(contact, 'e-mail ou telefone')}.`;
};

/** Terms of use to begin with: what Vitrine does by itself is said as it is. */
export const termsTemplate = (seller: Seller) => `1. Quem vende
${sellerOf(seller)}

2. O que é vendido
Itens e benefícios digitais para uso dentro do servidor ${seller.store}. Eles não têm valor fora do jogo e não podem ser trocados por dinheiro.

3. Pagamento
Os preços estão em reais. O pagamento é feito pelo Mercado Pago, por Pix, cartão ou saldo. O pedido vale depois que o pagamento é aprovado.

4. Entrega
A entrega é automática e vai para o ID informado na compra: confira antes de pagar. A página do pedido mostra cada entrega e o que falta para ela acontecer.

5. Prazo dos benefícios
Quando o produto informa um número de dias, o benefício termina no fim desse prazo e é retirado sozinho.

6. Desistência e reembolso
Você pode desistir em até 7 dias depois da compra (Código de Defesa do Consumidor, artigo 49), na página do pedido ou pelo contato acima. O reembolso retira o que a compra entregou.

7. Pagamento contestado
Se o pagamento for contestado no banco ou no cartão, o que a compra entregou é retirado até a contestação ser resolvida.

8. Regras do servidor
As regras da comunidade valem para quem compra. Uma punição por descumpri-las não dá direito a reembolso, salvo quando a lei disser outra coisa.

9. Mudanças e foro
Estes termos podem mudar; cada compra segue os que valiam no dia dela. Vale a lei brasileira, e o foro é o do domicílio do consumidor.`;

/** A privacy policy to begin with, by what a shop of Vitrine keeps (docs/personal-data.md). */
export const privacyTemplate = (seller: Seller) => `1. Quem cuida dos seus dados
${sellerOf(seller)}

2. Quais dados
O ID no jogo e o ID do Discord, o nome e o e-mail se você informar, as respostas que o produto pede, o que você comprou e quanto pagou. O número do cartão fica só com o Mercado Pago: a loja não o recebe.

3. Para quê
Entregar o que você comprou, atender você, evitar fraudes e cumprir a lei. As bases legais são a execução do contrato, a obrigação legal e o legítimo interesse (Lei 13.709/2018, artigo 7º).

4. Com quem
A Vitrine, que mantém a loja; o Mercado Pago, que recebe o pagamento; o Discord e o servidor do jogo, que recebem o ID de quem ganha o benefício.

5. Por quanto tempo
Enquanto a lei pedir que o registro da compra seja guardado e enquanto houver um benefício ativo. Depois os dados que identificam você são apagados.

6. Seus direitos
Você pode ver, baixar, corrigir e apagar os seus dados, e saber com quem foram compartilhados (Lei 13.709/2018, artigo 18), em “Meus dados”, dentro de “Minhas compras”, ou pelo contato acima.

7. No seu navegador
A loja guarda só o que precisa para funcionar, como o carrinho e o último pedido. Não há anúncios nem rastreamento de terceiros.`;
