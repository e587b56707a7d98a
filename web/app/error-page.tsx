import { isRouteErrorResponse } from 'react-router';
import { InlineStyle } from './lib/inline.tsx';
import css from './styles/error-page.css?inline';

const notFoundTitle = 'Página não encontrada';

/**
 * The screen of a page that failed: not found for 404, else an apology with a button to try again. It brings its own
 * styles because any page may fail, and needs a script only for 'Voltar'.
 */
export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <Frame code="500" title="Algo deu errado" text="O erro foi do nosso lado. Tente de novo em instantes.">
      <button type="button" className="primary" data-reload="" onClick={() => window.location.reload()}>
        Tentar novamente
      </button>
      <a href="/">Ir para o início</a>
    </Frame>
  );
}

/** SPEC.md section 2: any other path. Links to home and back. */
export function NotFoundPage() {
  return (
    <Frame code="404" title={notFoundTitle} text="O endereço pode ter mudado, ou nunca existiu.">
      <a className="primary" href="/">
        Ir para o início
      </a>
      <button type="button" data-back="" onClick={() => window.history.back()}>
        Voltar
      </button>
    </Frame>
  );
}

function Frame(props: { code: string; title: string; text: string; children: React.ReactNode }) {
  return (
    <main className="error-page">
      <title>{`${props.title} · Vitrine`}</title>
      <InlineStyle css={css} />
      <EmptyWindow code={props.code} />
      <h1>{props.title}</h1>
      <p>{props.text}</p>
      <nav aria-label="Saídas">{props.children}</nav>
    </main>
  );
}

/** The drawing: an empty shop window with a hook and a price tag. */
function EmptyWindow({ code }: { code: string }) {
  return (
    <svg viewBox="0 0 240 140" width="240" height="140" aria-hidden="true">
      <rect x="30" y="18" width="180" height="108" rx="12" fill="var(--raised)" stroke="var(--line)" strokeWidth="2" />
      <path d="M46 18v108M194 18v108" stroke="var(--line)" strokeWidth="2" />
      <path d="M120 19v22c0 5 6 6 7 1" fill="none" stroke="var(--line-strong)" strokeWidth="2" strokeLinecap="round" />
      <g transform="rotate(6 120 44)">
        <path d="M94 62 110 41h20l16 21v40a7 7 0 0 1-7 7h-38a7 7 0 0 1-7-7Z" fill="var(--accent)" />
        <circle cx="120" cy="52" r="4.5" fill="var(--raised)" />
        <text x="120" y="91" textAnchor="middle" fontSize="22" fontWeight="700" fill="var(--on-accent)">
          {code}
        </text>
      </g>
      <path d="M18 126h204" stroke="var(--line-strong)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
