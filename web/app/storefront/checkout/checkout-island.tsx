import { StrictMode } from 'react';
import { CheckoutForm, type CheckoutFormProps } from './checkout-form.tsx';

/** The one form of the shop that is worth React: drawn by the server as an unread cart, hydrated by `wakeCheckout`. */
export function CheckoutIsland(props: CheckoutFormProps) {
  return (
    <div data-part="checkout" data-props={JSON.stringify(props)} className="contents">
      <CheckoutForm {...props} />
    </div>
  );
}

export async function wakeCheckout(place: HTMLElement): Promise<void> {
  const { hydrateRoot } = await import('react-dom/client');
  const props = JSON.parse(place.dataset.props ?? '') as CheckoutFormProps;
  hydrateRoot(
    place,
    <StrictMode>
      <CheckoutForm {...props} />
    </StrictMode>,
    { onRecoverableError: (error) => console.error('hydration', error) },
  );
}
