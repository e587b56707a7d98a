/**
 * The service worker of a shop's host: what a buyer sees without a connection. It keeps two pages: the one that says that there
 * is no connection, and the last order that this browser opened. All other requests are the browser's own business, and with a
 * connection every page comes from the server (docs/decisions/0086-without-a-connection.md).
 *
 * It is one classic script without imports. The server answers it at /sw.js.
 */

interface LongEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LongEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  addEventListener(name: 'install' | 'activate', hear: (event: LongEvent) => void): void;
  addEventListener(name: 'fetch', hear: (event: RequestEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(): Promise<{ url: string }[]> };
  registration: ServiceWorkerRegistration;
}
const worker = self as unknown as Worker;

/** The server writes the version here. A new version makes another file, which the browser installs at its next visit. */
const VERSION = '__VERSION__';
const OFFLINE_PAGE = '/sem-conexao';
const ORDERS = 'pedido';
/** Calls of the customer's area. The browser opens those of a sign-in with Discord as pages. */
const CUSTOMER = '/v1/customer/';
const WITH_DISCORD = '/v1/customer/discord/';
/** Pages of one order, whose addresses only its buyer knows. */
const ORDER_PAGE = /^\/(?:pedido\/|checkout\/(?:pix\/|success$))/;
/** A copy is shown for a week at most, in ms. */
const LONGEST_MS = 7 * 24 * 60 * 60_000;

const addressOf = ({ pathname, search }: URL) => pathname + search;

worker.addEventListener('install', (event) => {
  const fetched = new Request(OFFLINE_PAGE, { cache: 'reload' });
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.add(fetched))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (event) => event.waitUntil(begin()));

async function begin(): Promise<void> {
  for (const name of await caches.keys()) if (name !== VERSION && name !== ORDERS) await caches.delete(name);
  // The page is asked for while this worker starts, so that nobody waits for it.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  // An order that was open before this worker ran is kept too.
  for (const { url } of await worker.clients.matchAll()) {
    const address = new URL(url);
    if (ORDER_PAGE.test(address.pathname)) await keepOrder(address, await fetch(address));
  }
}

worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const address = new URL(url);
  if (address.origin !== location.origin) return;
  const opens = mode === 'navigate';
  const isOrder = ORDER_PAGE.test(address.pathname);
  // Whoever signs in or out, or has purchases forgotten, leaves no order behind for the next person.
  if (address.pathname.startsWith(method === 'GET' ? WITH_DISCORD : CUSTOMER))
    event.waitUntil(inTurn(() => caches.delete(ORDERS)));
  if (method !== 'GET' || !(opens || isOrder)) return;
  // A call that the browser opens (a sign-in, a download) was asked for already, and must not be asked for twice.
  const isCall = address.pathname.startsWith('/v1/');
  event.respondWith(isCall ? fromServer(event) : answer(event, address, { opens, isOrder }));
});

async function fromServer(event: RequestEvent): Promise<Response> {
  return (await event.preloadResponse.catch(() => undefined)) ?? (await fetch(event.request));
}

async function answer(event: RequestEvent, address: URL, is: { opens: boolean; isOrder: boolean }): Promise<Response> {
  let response: Response;
  try {
    response = await fromServer(event);
  } catch (error) {
    if (!is.opens) throw error;
    return await inTurn(() => pageWithout(address));
  }
  if (is.isOrder) event.waitUntil(keepOrder(address, response.clone()));
  return response;
}

let last: Promise<unknown> = Promise.resolve();

/** Runs one piece of work on the kept order at a time, so that no other work finds it half changed. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn;
  return turn;
}

/**
 * Keeps an order's page in place of the former one. An order that no longer exists is forgotten. The former page stays until the new
 * one has arrived whole, because the connection may be lost on the way.
 */
async function keepOrder(address: URL, response: Response): Promise<void> {
  const kept = addressOf(address);
  if (response.status === 404) await inTurn(async () => (await caches.open(ORDERS)).delete(kept));
  if (!response.ok || response.redirected) return;
  const whole = new Response(await response.blob(), response);
  await inTurn(async () => {
    const orders = await caches.open(ORDERS);
    await orders.put(kept, whole);
    const others = (await orders.keys()).filter(({ url }) => addressOf(new URL(url)) !== kept);
    await Promise.all(others.map((old) => orders.delete(old)));
  });
}

/** The kept order if it was asked for, else the page that says that there is no connection, with a link to that order. */
async function pageWithout(address: URL): Promise<Response> {
  const orders = await caches.open(ORDERS);
  const [request] = await orders.keys();
  const order = request && (await orders.match(request));
  const last = request && addressOf(new URL(request.url));
  const isFresh = order && Date.now() - Date.parse(order.headers.get('date') ?? '') < LONGEST_MS;
  if (last && !isFresh) await orders.delete(last);
  if (order && isFresh && last === addressOf(address)) {
    // The copy says that it is one, and counts on from the phone's own clock.
    return changed(order, (page) =>
      page
        .replace('data-kept="" hidden=""', 'data-kept=""')
        .replace(/ data-now="[^"]*"/, ` data-now="${new Date().toISOString()}"`),
    );
  }
  const page = await caches.match(OFFLINE_PAGE);
  if (!page) return Response.error();
  return changed(page, (text) =>
    last && isFresh
      ? text.replace(
          'data-last-order="" hidden="" href="/"',
          // The replacement is a function, because `replace` gives some signs of a text a meaning of its own.
          () => `href="${last.replaceAll('&', '&amp;').replaceAll('"', '%22')}"`,
        )
      : text,
  );
}

async function changed(page: Response, change: (text: string) => string): Promise<Response> {
  const headers = new Headers(page.headers);
  // The body is plain text here.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(change(await page.text()), { status: 503, headers });
}
