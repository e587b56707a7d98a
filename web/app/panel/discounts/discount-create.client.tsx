import { DiscountForm } from './discount-form.client.tsx';
import { DiscountPage } from './discount-page.client.tsx';

export function DiscountCreate() {
  return (
    <DiscountPage title="Novo desconto" description="Um cupom que o cliente digita no carrinho." ready>
      {(catalog) => <DiscountForm catalog={catalog} />}
    </DiscountPage>
  );
}
