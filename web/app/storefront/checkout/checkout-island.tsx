import { StrictMode } from 'react';
import { CheckoutForm, type CheckoutFormProps } from './checkout-form.tsx';

/** The shop's only React form. The server draws it with an empty cart, and `wake` hydrates it. */
export function CheckoutIsland(props: CheckoutFormProps) {
  return (
    <div data-part="checkout" data-props={JSON.stringify(props)} className="contents">
      <CheckoutForm {...props} />
    </div>
  );
}

export async function wake(place: HTMLElement): Promise<void> {
  const { hydrateRoot } = await import('react-dom/client');
  const props = JSON.parse(place.dataset.props ?? '') as CheckoutFormProps;
  hydrateRoot(
    place,
    <StrictMode>
      <CheckoutForm {...props} />
    </StrictMode>,
    {
      onRecoverableError: (error) => console.error('hydration', error),
      // A part of the form did not arrive, and React has taken the whole form away.
      onUncaughtError: (error) => {
        console.error('checkout', error);
        window.location.assign('/checkout/error?reason=failed');
      },
    },
  );
}
