import { failureOf } from './failure.ts';

/** The failure page's reason and links. The document is the same for everybody; `failure.ts` reads the address. */
export function FailureActions() {
  return (
    <div data-part="failure" className="contents">
      <p role="alert" className="mt-2 text-muted text-pretty">
        {failureOf('').text}
      </p>
      <div className="mt-8 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
        <a data-order="" hidden href="/" className="btn btn-primary">
          Ver meu pedido
        </a>
        <a data-retry="" href="/checkout" className="btn btn-primary">
          Tentar novamente
        </a>
        <a href="/" className="btn btn-secondary">
          Voltar para a loja
        </a>
      </div>
    </div>
  );
}
