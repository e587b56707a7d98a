/** One server-sent event. */
export interface StreamEvent {
  event: string;
  data: string;
}

/**
 * The events of a stream. It ends when the other side ends it, or when nothing came for `silenceMs`, not even a sign that the
 * stream is alive (a comment, for which `alive` is called).
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { silenceMs, alive }: { silenceMs: number; alive: () => void },
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const patience = setTimeout(() => void reader.cancel().catch(() => {}), silenceMs);
      const { value, done } = await reader.read().finally(() => clearTimeout(patience));
      if (done) return;
      alive();
      text += decoder.decode(value, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const event = eventOf(part);
        if (event) yield event;
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** The event of some lines; undefined for a comment. */
function eventOf(part: string): StreamEvent | undefined {
  const fields = part.split('\n').map((line) => /^(event|data): ?(.*)$/.exec(line) ?? []);
  const fieldOf = (wanted: string) => fields.find(([, name]) => name === wanted)?.[2];
  const event = fieldOf('event');
  return event === undefined ? undefined : { event, data: fieldOf('data') ?? '' };
}
