import { checkoutTexts } from '@vitrine/contract/order-words';
import { useEffect, useState } from 'react';
import { type Failure, failureOf } from './failure.ts';

/** Reason and ways on of the failure page. The page is one document for all; the reason stands in the address. */
export function FailureActions() {
  const [failure, setFailure] = useState<Failure>({ text: checkoutTexts.failed, reference: null });
  useEffect(() => setFailure(failureOf(window.location.search)), []);
  return (
    <>
      <p role="alert" className="mt-2 text-muted text-pretty">
        {failure.text}
      </p>
      <div className="mt-8 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
        {failure.reference ? (
          <a href={`/pedido/${encodeURIComponent(failure.reference)}`} className="btn btn-primary">
            Ver meu pedido
          </a>
        ) : (
          <a href="/checkout" className="btn btn-primary">
            Tentar novamente
          </a>
        )}
        <a href="/" className="btn btn-secondary">
          Voltar para a loja
        </a>
      </div>
    </>
  );
}
