import { InlineScript } from '../../lib/inline.tsx';
import { ownLook } from '../../lib/inline-scripts/own-look.ts';

/** The panel's outline while its script loads, with the same shapes at the same places, so nothing jumps. */
export function ShellFallback() {
  return (
    <div className="min-h-dvh lg:pl-64" aria-busy="true">
      <InlineScript text={ownLook} />
      <div className="fixed inset-y-0 left-0 hidden w-64 border-r bg-raised p-4 lg:block">
        <div className="h-8 w-28 rounded-control bg-hover" />
        <div className="mt-6 h-14 rounded-control bg-hover" />
        {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
          <div key={row} className="mt-4 h-6 rounded-control bg-hover opacity-60" />
        ))}
      </div>
      <div className="h-16 border-b" />
      <Waiting text="Carregando o painel" />
    </div>
  );
}

/** The same for closed pages with the main navbar. */
export function PlainFallback() {
  return (
    <div className="min-h-dvh" aria-busy="true">
      <InlineScript text={ownLook} />
      <div className="h-16 border-b" />
      <div className="mx-auto mt-8 h-48 max-w-5xl px-4">
        <div className="h-full rounded-card bg-raised" />
      </div>
      <Waiting text="Carregando" />
    </div>
  );
}

function Waiting({ text }: { text: string }) {
  return (
    <main className="sr-only">
      <div role="status">
        <h1>{text}</h1>
      </div>
    </main>
  );
}
