/**
 * The script of a window with a date or a stranger's page in it. It is sent as text inside the page, so it may use only
 * itself. A press on `data-frame` opens that page in place of the link; without a script the link leads there. A clock
 * counts down to `data-until`, and its section goes when the date comes. With `data-after` the page loads again then, some
 * seconds late and not all visitors at once. It is the server's date that counts: a phone's clock may be days wrong.
 */
function wakeSections(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-frame]');
    if (!link?.dataset.frame || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const frame = document.createElement('iframe');
    frame.title = link.dataset.title ?? '';
    frame.className = 'stranger-frame';
    frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
    frame.referrerPolicy = 'strict-origin-when-cross-origin';
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox');
    frame.src = link.dataset.frame;
    link.replaceWith(frame);
    frame.focus();
  });
  const clocks = [...document.querySelectorAll<HTMLElement>('[data-until]')];
  let offset = 0;
  let reload: ReturnType<typeof setTimeout> | undefined;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const tick = () => {
    for (const clock of clocks) {
      const seconds = (Date.parse(clock.dataset.until ?? '') - Date.now() - offset) / 1000;
      if (seconds < 0 && clock.dataset.after) {
        clock.textContent = 'Abrindo…';
        reload ??= setTimeout(() => location.reload(), 15_000 + Math.random() * 30_000);
        continue;
      }
      if (clock.dataset.after) {
        clearTimeout(reload);
        reload = undefined;
      }
      const days = Math.floor(seconds / 86_400);
      clock.textContent = `${days > 0 ? `${days} d ` : ''}${two((seconds / 3600) % 24)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
      const section = clock.closest<HTMLElement>('[data-section]');
      if (section) section.hidden = seconds < 0;
    }
  };
  if (clocks.length === 0) return;
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
    ({ headers }) => {
      const ahead = Date.parse(headers.get('date') ?? '') - Date.now();
      // A cache on the way may be minutes behind. So up to ten minutes of difference, the phone's clock counts.
      if (!(Math.abs(ahead) > 600_000)) return;
      offset = ahead;
      tick();
    },
    () => {},
  );
  tick();
  setInterval(tick, 1000);
}

export const liveSections = `(${wakeSections})()`;
