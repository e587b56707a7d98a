import { checkoutTexts } from '@vitrine/contract/order-words';
import type { OrderPaymentMethod } from '@vitrine/contract/orders';
import type { CheckoutQuestion } from '@vitrine/contract/variables';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useAppStore } from '../../state/app-store.ts';
import { EmptyBag, MessagePage } from '../message-page.tsx';
import { BuyerFields } from './buyer-fields.tsx';
import {
  type FieldName,
  missingParts,
  orderBody,
  type Problem,
  problemOf,
  questionsOf,
  questionsText,
  questionText,
  quoteBody,
  unanswered,
} from './cart.ts';
import { CartList } from './cart-list.tsx';
import { CouponBox } from './coupon-box.tsx';
import type { DiscordOffer } from './discord-buyer.tsx';
import { type Draft, emptyDraft, readDraft, writeDraft } from './draft.ts';
import { PaymentOptions } from './payment-options.tsx';
import { placeOrder } from './place-order.ts';
import { CheckoutSkeleton, CheckoutTitle, PayBar, Step, Summary } from './summary.tsx';
import { keep, kept } from './tab-memory.ts';
import { checkCoupon, linesOf, useProducts, useQuote, useStoredBasket } from './use-cart.ts';
import { useRetry } from './use-retry.ts';

export interface CheckoutFormProps {
  subdomain: string;
  paymentMethods: OrderPaymentMethod[];
  questions: CheckoutQuestion[];
  discord: DiscordOffer;
}

/** This tab's draft. It is read after the first drawing, because the server has none, and stored with every change. */
function useDraft() {
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [read, setRead] = useState(false);
  useEffect(() => {
    setDraft(readDraft);
    setRead(true);
  }, []);
  useEffect(() => {
    if (read) writeDraft(draft);
  }, [read, draft]);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return { draft, change, setDraft };
}

/** Remembers over a reload that the store changed its questions. */
const NEW_QUESTIONS = 'checkout-questions';

/** A product that was never seen on this page has no name. */
const goneText = (names: readonly string[]) => {
  const [some, went] =
    names.length === 1
      ? ['Um produto', 'não está mais à venda e saiu do carrinho.']
      : ['Alguns produtos', 'não estão mais à venda e saíram do carrinho.'];
  return `${names.includes('') ? some : `“${names.join('”, “')}”`} ${went}`;
};

const silentText = (wait: number | undefined) =>
  `${checkoutTexts.failed} A loja não respondeu. ${
    wait
      ? `Tentamos de novo sozinhos em ${wait} segundos, e o pedido continua um só.`
      : 'Confira sua conexão: nada do que você preencheu se perdeu.'
  }`;

/** The whole checkout on one page: cart, buyer, payment method, and the summary with its one button. */
export function CheckoutForm({ subdomain, paymentMethods, questions, discord }: CheckoutFormProps) {
  const { draft: stored, change, setDraft } = useDraft();
  // The store may have stopped offering the chosen method.
  const offered = paymentMethods.some((method) => method === stored.paymentMethod);
  const draft: Draft = offered ? stored : { ...stored, paymentMethod: '' };
  const basket = useStoredBasket();
  const { products, gone, loading, failed, retry: load, refresh } = useProducts(basket.keys);
  const lines = linesOf(products, draft.quantities);
  const [problem, setProblem] = useState<Problem>();
  const [couponError, setCouponError] = useState<string>();
  const [checkingCoupon, setCheckingCoupon] = useState(false);
  const [busy, setBusy] = useState(false);
  const [working, setWorking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  /** The name of the control that gets the focus after the next drawing, which shows it if it was folded. */
  const focused = useRef<string>(undefined);
  useEffect(() => {
    if (!focused.current) return;
    const control = form.current ? `[name="${CSS.escape(focused.current)}"]` : 'main';
    document.querySelector<HTMLElement>(control)?.focus();
    focused.current = undefined;
  });

  useEffect(() => {
    if (!kept(NEW_QUESTIONS)) return;
    keep(NEW_QUESTIONS, null);
    setProblem({ text: `A loja mudou as perguntas. ${questionsText}` });
  }, []);

  const retry = useRetry();
  const [round, setRound] = useState(0);
  const { totals, problems, couponProblem, refused, repriced, askedOf, agreed } = useQuote(
    subdomain,
    draft,
    lines,
    round,
  );

  // The server's prices differ from the lines, so the products are loaded again and both agree.
  useEffect(() => {
    if (repriced) refresh();
  }, [repriced, refresh]);

  // The back button may show this page again in its old state. Another page may have changed the draft meanwhile.
  useEffect(() => {
    const awake = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setBusy(false);
      setDraft(readDraft);
    };
    window.addEventListener('pageshow', awake);
    return () => window.removeEventListener('pageshow', awake);
  }, [setDraft]);

  if (!basket.ready || (loading && products.length === 0)) return <CheckoutSkeleton />;
  if (failed) {
    return (
      <MessagePage
        picture={<EmptyBag />}
        title="Não foi possível carregar seu carrinho"
        text="Confira sua conexão. Seus produtos continuam guardados."
      >
        <button type="button" className="btn btn-primary" onClick={load}>
          Tentar novamente
        </button>
      </MessagePage>
    );
  }
  if (lines.length === 0) {
    return (
      <MessagePage
        picture={<EmptyBag />}
        title="Seu carrinho está vazio"
        text={gone.length > 0 ? `${goneText(gone)} Escolha outro produto.` : 'Escolha um produto e ele aparece aqui.'}
      >
        <a href="/" className="btn btn-primary">
          Continuar comprando
        </a>
      </MessagePage>
    );
  }

  const edit = (part: Partial<Draft>) => {
    retry.stop();
    // The other unanswered questions stay marked while one is answered.
    setProblem(part.answers && problem?.open && unanswered(problem.open, part.answers));
    change(part);
  };
  const setQuantity = (key: string, quantity: number) => {
    const { [key]: _, ...others } = draft.quantities;
    if (quantity <= 0) {
      // The pressed button leaves the page with its line. The focus moves to a neighbour, or to the text that the cart is empty.
      const at = basket.keys.indexOf(key);
      focused.current = basket.keys[at + 1] ?? basket.keys[at - 1] ?? 'main';
      useAppStore.getState().removeItem(key);
    }
    edit({ quantities: quantity > 1 ? { ...others, [key]: quantity } : others });
  };
  const refuse = (found: Problem) => {
    setProblem(found);
    focused.current = found.question
      ? `${found.field === 'identities' ? 'identity' : 'variable'}-${found.question}`
      : (found.field ?? 'pay');
  };
  const submit = async (replaces?: string) => {
    // While a coupon is being checked the order waits: the person means to pay with it.
    if (busy || checkingCoupon) return;
    const found = problemOf(draft, lines, questions, askedOf);
    if (found) {
      refuse(found);
      return;
    }
    setBusy(true);
    setProblem(undefined);
    const placed = await placeOrder(
      orderBody(subdomain, draft, lines, questions, askedOf),
      await agreed(),
      () => setWorking(true),
      replaces,
    );
    setWorking(false);
    if (placed.kind === 'pay') {
      window.location.assign(placed.address);
      return;
    }
    if (placed.kind === 'silent') {
      setBusy(false);
      setProblem({ text: silentText(retry.later(() => void submit(replaces))) });
      return;
    }
    retry.stop();
    if (placed.kind === 'refused') {
      setBusy(false);
      if (placed.outdated) {
        refresh();
        setRound(round + 1);
      }
      const { field, question } = placed.problem;
      const answer = questions.find(({ name }) => name === question)?.answer;
      if (field === 'variables' && answer !== 'text' && answer !== 'number') {
        // This page shows other questions, or other choices, than the store asks now.
        keep(NEW_QUESTIONS, '1');
        window.location.reload();
        return;
      }
      if (field === 'coupon') {
        setCouponError(placed.problem.text);
        change({ coupon: null });
      }
      refuse(placed.problem);
      return;
    }
    // SPEC.md section 8: shows the text, then opens the failure page, which shows it again.
    setProblem({ text: placed.kind === 'failed' ? checkoutTexts.failed : checkoutTexts.noLink });
    const reference = placed.kind === 'no_link' && placed.reference;
    const order = reference ? `&external_reference=${encodeURIComponent(reference)}` : '';
    window.location.assign(`/checkout/error?reason=${placed.kind}${order}`);
  };
  /** Enter in a field counts as a press on the button, even a disabled one: the alert then says what is missing. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void submit();
  };
  const applyCoupon = async (code: string) => {
    setCouponError(undefined);
    setCheckingCoupon(true);
    const checked = await checkCoupon(code, quoteBody(subdomain, draft, lines, askedOf));
    setCheckingCoupon(false);
    // The pressed button was switched off meanwhile, or is gone.
    focused.current = 'coupon';
    if ('code' in checked) edit({ coupon: checked.code });
    else setCouponError(checked.problem);
  };
  const errorAt = (field: FieldName, question?: string) =>
    problem?.open && field === 'variables' && problem.open.includes(question ?? '')
      ? questionText
      : problem?.field === field && problem.question === question
        ? problem.text
        : undefined;

  return (
    <>
      <CheckoutTitle />
      <form
        ref={form}
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className="checkout-grid"
      >
        <div className="checkout-left">
          <Step number={1} title="Carrinho">
            <CartList lines={lines} problems={problems} onQuantity={setQuantity} />
            {gone.length > 0 ? (
              <p role="status" className="mt-4 rounded-control bg-warn-soft px-3 py-2 text-small text-warn">
                {goneText(gone)}
              </p>
            ) : null}
            <a href="/" className="prose-link mt-4 inline-flex min-h-11 items-center text-small">
              Continuar comprando
            </a>
          </Step>
          <Step number={2} title="Seus dados">
            <BuyerFields
              subdomain={subdomain}
              discord={discord}
              draft={draft}
              onChange={edit}
              questions={questionsOf(questions, lines)}
              askedOf={askedOf}
              errorAt={errorAt}
            />
          </Step>
        </div>
        <div className="checkout-right">
          <Step number={3} title="Pagamento">
            <PaymentOptions
              available={paymentMethods}
              value={draft.paymentMethod}
              onChange={(paymentMethod) => edit({ paymentMethod })}
            />
            <div className="mt-4 border-t border-line pt-4">
              <CouponBox
                coupon={draft.coupon}
                error={couponError ?? couponProblem}
                checking={checkingCoupon}
                onApply={(code) => void applyCoupon(code)}
                onRemove={() => {
                  setCouponError(undefined);
                  focused.current = 'apply';
                  edit({ coupon: null });
                }}
              />
            </div>
            <Summary totals={totals} coupon={draft.coupon} />
          </Step>
          <PayBar
            missing={missingParts(draft, askedOf)}
            total={totals.total}
            busy={busy}
            working={working}
            checkingCoupon={checkingCoupon}
            alert={problem?.text ?? refused}
            own={problem?.own}
            onReplace={submit}
          />
        </div>
      </form>
    </>
  );
}
