import { formatReais } from '@vitrine/contract/money';
import type { ReactNode } from 'react';
import type { Totals } from './cart.ts';

/** One of the checkout's three steps. */
export function Step(props: { number: number; title: string; children: ReactNode }) {
  const id = `passo-${props.number}`;
  return (
    <section aria-labelledby={id} className="card min-w-0 p-4 md:p-5">
      <h2 id={id} className="step-title">
        <span aria-hidden="true">{props.number}</span>
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

export function Summary({ totals, coupon }: { totals: Totals; coupon: string | null }) {
  return (
    <section aria-labelledby="resumo" className="mt-4 border-t border-line pt-4">
      <h3 id="resumo" className="mb-2 font-semibold">
        Resumo do pedido
      </h3>
      <dl className="figures grid grid-cols-[1fr_auto] gap-y-1.5">
        <dt className="text-muted">Subtotal</dt>
        <dd className="text-right">{formatReais(totals.subtotal)}</dd>
        <dt className="text-muted">Desconto{coupon ? ` (${coupon})` : ''}</dt>
        <dd className={`text-right ${totals.discount > 0 ? 'text-ok' : ''}`}>
          {totals.discount > 0 ? '−' : ''}
          {formatReais(totals.discount)}
        </dd>
        <dt className="pt-1 text-title font-semibold">Total</dt>
        <dd className="pt-1 text-right text-title font-bold">{formatReais(totals.total)}</dd>
      </dl>
    </section>
  );
}

interface PayBarProps {
  /** The fields that it still waits for, in words. */
  missing: readonly string[];
  total: number;
  busy: boolean;
  /** The page computes a proof of work before the order is placed. */
  working: boolean;
  checkingCoupon: boolean;
  alert: string | undefined;
  /** The buyer's unpaid order with another cart, while the page asks what to do. */
  own: string | undefined;
  onReplace(own: string): Promise<void>;
}

/** The total and the one button. On a phone it stays at the bottom, so the total is always in view. */
export function PayBar({ missing, total, busy, working, checkingCoupon, alert, own, onReplace }: PayBarProps) {
  const ready = checkingCoupon ? 'Verificando o cupom...' : 'Você confere o valor antes de pagar.';
  const hint = missing.length > 0 ? `Falta: ${missing.join(', ')}.` : ready;
  return (
    <div className="pay-bar">
      <div role="alert" className="text-small">
        {alert ? <p className="mb-3 rounded-control bg-bad-soft px-3 py-2 font-medium text-bad">{alert}</p> : null}
      </div>
      {own ? (
        <div className="mb-3 grid gap-2">
          <button type="button" className="btn btn-secondary" onClick={() => void onReplace(own)}>
            Trocar por este carrinho
          </button>
          <a href={`/pedido/${own}`} className="btn btn-secondary">
            Pagar o pedido que espera
          </a>
        </div>
      ) : null}
      <div className="flex items-center gap-4 lg:block">
        <p className="figures shrink-0 lg:hidden">
          <span className="block text-small text-muted">Total</span>
          <span className="block text-title font-bold">{formatReais(total)}</span>
        </p>
        <button
          type="submit"
          name="pay"
          disabled={busy || checkingCoupon || missing.length > 0}
          aria-busy={busy || undefined}
          aria-describedby="falta"
          className="btn btn-primary grow lg:w-full"
        >
          {busy ? 'Processando...' : 'Finalizar Compra'}
        </button>
      </div>
      <p id="falta" className="mt-2 text-center text-small text-muted">
        {working ? null : hint}
      </p>
      <p role="status" className="text-center text-small text-muted">
        {working ? 'Conferindo que você não é um robô. Leva alguns segundos, não feche a página.' : null}
      </p>
    </div>
  );
}

export function CheckoutTitle() {
  return <h1 className="mb-4 text-display font-bold tracking-tight">Finalizar compra</h1>;
}

/** The page's outline while the cart is being read. */
export function CheckoutSkeleton() {
  return (
    <div aria-busy="true">
      <CheckoutTitle />
      <p role="status" className="sr-only">
        Carregando seu carrinho
      </p>
      <div className="checkout-grid">
        <div className="checkout-left">
          <div className="skeleton h-64" />
          <div className="skeleton h-96" />
        </div>
        <div className="checkout-right">
          <div className="skeleton h-96" />
        </div>
      </div>
    </div>
  );
}
