import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { Alert, Skeleton } from '../../ui/surfaces.tsx';

/** Time without a change after which the page is drawn again, in ms. */
const PAUSE_MS = 400;
const screens = [
  { name: 'Celular', width: 360, height: 800 },
  { name: 'Tablet', width: 768, height: 1024 },
  { name: 'Computador', width: 1440, height: 900 },
] as const;

/** The part of the screen's height that stays free above the section that is edited. */
const AIR = 0.2;

/** Shoppers have a script, so what needs one shows here too. */
const asWithScript = '<style>.needs-script{display:block}</style>';

interface WindowPreviewProps<Draft> {
  document: Draft;
  /** Asks the server for the page; the same function as long as the page is the same. */
  draw(document: Draft, signal: AbortSignal): Promise<{ html: string }>;
  /** The selector of the place that is edited, which the page scrolls to once. */
  follow: string | null;
}

/**
 * The real page of the draft, as the server draws it. It stands in a frame of its own width, so it follows the rules of
 * that screen. The frame runs no script, and its links lead nowhere.
 */
export function WindowPreview<Draft>({ document, draw, follow }: WindowPreviewProps<Draft>) {
  const [html, setHtml] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [screen, setScreen] = useState<(typeof screens)[number]>(screens[0]);
  const [room, setRoom] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const scrolled = useRef(0);
  const drawn = useRef(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const followed = useRef<string | null>(null);

  const scrollToEdited = () => {
    const page = frame.current?.contentDocument;
    if (!page || follow === followed.current) return;
    const place = follow && page.querySelector(follow);
    if (!place) return;
    followed.current = follow;
    page.documentElement.scrollTop += place.getBoundingClientRect().top - screen.height * AIR;
  };
  const latest = useRef(scrollToEdited);
  latest.current = scrollToEdited;
  useEffect(() => {
    followed.current = null;
    if (follow) latest.current();
  }, [follow]);

  useEffect(() => {
    const asking = new AbortController();
    const timer = setTimeout(
      async () => {
        try {
          const answer = await draw(document, asking.signal);
          drawn.current = true;
          setHtml(answer.html);
          setFailure(null);
        } catch (error) {
          if (!asking.signal.aborted)
            setFailure(errorText(error, 'A prévia não carregou. Ela tenta de novo na próxima mudança.'));
        }
      },
      drawn.current ? PAUSE_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [document, draw]);

  useEffect(() => {
    if (!place.current) return;
    const watch = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);

  const scale = Math.min(1, room / screen.width);
  return (
    <section aria-label="Prévia" className="flex min-w-0 flex-col gap-3">
      <fieldset className="flex gap-1 self-start rounded-control border border-line bg-raised p-1">
        <legend className="sr-only">Largura da prévia</legend>
        {screens.map((one) => (
          <button
            key={one.width}
            type="button"
            aria-pressed={one === screen}
            className="min-h-11 rounded-control px-3 text-small font-medium hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent-text pointer-fine:min-h-9"
            onClick={() => setScreen(one)}
          >
            {one.name} <span className="figures text-muted">{one.width}</span>
          </button>
        ))}
      </fieldset>
      {failure ? <Alert tone="warn">{failure}</Alert> : null}
      <div ref={place} className="w-full">
        {html === null || room === 0 ? (
          <Skeleton className="h-96 rounded-card" />
        ) : (
          <div
            className="mx-auto overflow-hidden rounded-card border border-line-strong"
            style={{ width: screen.width * scale, height: screen.height * scale }}
          >
            <iframe
              ref={frame}
              title={`Prévia da loja com ${screen.width} px`}
              sandbox="allow-same-origin"
              srcDoc={html + asWithScript}
              style={{
                width: screen.width,
                height: screen.height,
                transform: `scale(${scale})`,
                transformOrigin: '0 0',
              }}
              onLoad={({ currentTarget }) => {
                const page = currentTarget.contentDocument;
                if (!page) return;
                page.addEventListener('click', (event) => {
                  if ((event.target as Element).closest?.('a, button')) event.preventDefault();
                });
                page.addEventListener('submit', (event) => event.preventDefault());
                page.addEventListener('scroll', () => {
                  scrolled.current = page.documentElement.scrollTop;
                });
                page.documentElement.style.scrollBehavior = 'auto';
                page.documentElement.scrollTop = scrolled.current;
                scrollToEdited();
              }}
            />
          </div>
        )}
      </div>
    </section>
  );
}
