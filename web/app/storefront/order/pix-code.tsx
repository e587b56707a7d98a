import { formatDateTime } from '@vitrine/contract/dates';
import { formatReais } from '@vitrine/contract/money';
import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { CountdownRing } from './countdown-ring.tsx';

interface PixCodeProps {
  /** Below the title: what is paid. */
  subject: string;
  /** In reais. */
  value: number;
  code: string;
  qrSvg: string | null;
  /** Instants as ISO texts: the code's end, when the order was placed, and the server's clock. */
  expiresAt: string | null;
  start: string;
  now: string;
  /** What one can do besides, between the code and the steps. */
  children?: ReactNode;
  /** What happens after the payment, as the last step. */
  after: string;
}

/** A Pix to pay: sum, QR code, code to copy, countdown and steps. For the buyer, and for whoever pays for the buyer. */
export function PixCode({ subject, value, code, qrSvg, expiresAt, start, now, children, after }: PixCodeProps) {
  return (
    <div className="mx-auto grid max-w-4xl gap-4 px-4 py-6 md:grid-cols-[auto_1fr] md:px-6 md:py-10">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 md:col-span-2">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-display font-bold tracking-tight">
            Pague com Pix
          </h1>
          <p className="figures mt-1 text-muted">{subject}</p>
        </div>
        <p className="figures text-hero font-bold tracking-tight">{formatReais(value)}</p>
      </div>
      {/* Nobody scans their own phone's screen, so on a phone the code to copy comes first. */}
      {qrSvg ? (
        <div className="card order-last flex flex-col items-center justify-center p-5 md:order-none">
          {/* White in both themes, because cameras expect dark on light. */}
          <img
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qrSvg)}`}
            alt="QR Code do Pix. Sem câmera, use o código copia e cola."
            width={272}
            height={272}
            className="size-68 rounded-control bg-white p-2"
          />
        </div>
      ) : null}
      <div className="card min-w-0 p-5">
        <div className="flex items-center gap-4">
          {expiresAt ? <CountdownRing expiresAt={expiresAt} start={start} now={now} /> : null}
          <div role="status" className="min-w-0">
            <p className="flex items-center gap-2 font-semibold">
              <span
                aria-hidden="true"
                className="screen-only size-2.5 shrink-0 animate-[breathe_2s_ease-in-out_infinite] rounded-full bg-accent-text"
              />
              Aguardando pagamento
            </p>
            <p className="needs-script text-small text-muted">Esta página muda sozinha quando o Pix cair.</p>
            {/* A clock stands still on paper. */}
            {expiresAt ? (
              <p className="hidden text-small print:block">O código vale até {formatDateTime(expiresAt)}.</p>
            ) : null}
          </div>
        </div>
        <div className="mt-5">
          <label htmlFor="pix-code" className="text-small font-medium">
            Pix copia e cola
          </label>
          <textarea
            id="pix-code"
            readOnly
            rows={4}
            value={code}
            className="mt-1.5 field-sizing-content block w-full resize-none rounded-control border border-line-strong bg-sunken px-3 py-2 font-mono text-small break-all"
          />
          <CopyButton of="pix-code" label="Copiar código Pix" done="Código copiado!" className="btn-primary mt-3" />
        </div>
        {children}
        <ol className="mt-5 grid list-decimal gap-1.5 border-t border-line pt-5 pl-5 text-muted">
          <li>Abra o aplicativo do seu banco e escolha Pix.</li>
          <li>Leia o QR Code, ou cole o código em Pix copia e cola.</li>
          <li>{after}</li>
        </ol>
      </div>
    </div>
  );
}

interface CopyButtonProps {
  /** The id of the field whose text it copies (`copyOnPress`). */
  of: string;
  label: string;
  done: string;
  className: string;
}

export function CopyButton({ of, label, done, className }: CopyButtonProps) {
  return (
    <button
      type="button"
      data-copy={of}
      data-label={label}
      data-done={done}
      className={`btn needs-script w-full ${className}`}
    >
      <span data-copied="yes" hidden className="contents">
        <Check className="size-5" aria-hidden="true" />
      </span>
      <span data-copied="no" className="contents">
        <Copy className="size-5" aria-hidden="true" />
      </span>
      <span aria-live="polite">{label}</span>
    </button>
  );
}
