import { formatReais } from '@vitrine/contract/money';
import { CopyButton } from './pix-code.tsx';

/** "Outra pessoa vai pagar": the address of a page with the code alone, to send to whoever pays. */
export function SharePix({ address, value, store }: { address: string; value: number; store: string }) {
  const words = `Você pode pagar este Pix de ${formatReais(value)} para ${store}? ${address}`;
  return (
    <details className="mt-3">
      <summary className="prose-link inline-flex min-h-11 cursor-pointer items-center text-small">
        Outra pessoa vai pagar
      </summary>
      <p className="text-small text-muted text-pretty">
        Mande este link. Quem abrir vê a loja, o valor e o código Pix. Não vê seus dados nem o que você comprou, e não
        pode mudar o pedido.
      </p>
      <label htmlFor="pix-link" className="sr-only">
        Link para outra pessoa pagar
      </label>
      <textarea
        id="pix-link"
        readOnly
        rows={2}
        value={address}
        className="mt-3 field-sizing-content block w-full resize-none rounded-control border border-line-strong bg-sunken px-3 py-2 font-mono text-small break-all"
      />
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <CopyButton of="pix-link" label="Copiar link" done="Link copiado!" className="btn-secondary" />
        <a
          href={`https://wa.me/?text=${encodeURIComponent(words)}`}
          target="_blank"
          rel="noreferrer nofollow"
          className="btn btn-secondary"
        >
          Enviar no WhatsApp
        </a>
      </div>
    </details>
  );
}
