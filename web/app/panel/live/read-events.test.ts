import { expect, test } from 'vitest';
import { readEvents } from './read-events.ts';

const encoder = new TextEncoder();
const streamOf = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(control) {
      for (const piece of pieces) control.enqueue(encoder.encode(piece));
      control.close();
    },
  });

async function eventsOf(body: ReadableStream<Uint8Array>, silenceMs = 60_000) {
  const events = [];
  let signs = 0;
  const alive = () => {
    signs += 1;
  };
  for await (const event of readEvents(body, { silenceMs, alive })) events.push(event);
  return { events, signs };
}

test('events come out whole, wherever the stream was cut, and a comment is only a sign of life', async () => {
  const { events, signs } = await eventsOf(
    streamOf(': \n\nevent: rea', 'dy\ndata: {}\n', '\nevent: news\ndata: {"orders":["ç"]}\n\n: \n\n'),
  );
  expect(events).toEqual([
    { event: 'ready', data: '{}' },
    { event: 'news', data: '{"orders":["ç"]}' },
  ]);
  expect(signs).toBe(3);
});

test('a stream ends when nothing comes, not even a sign of life', async () => {
  const silent = new ReadableStream<Uint8Array>({ start: (control) => control.enqueue(encoder.encode(': \n\n')) });
  expect(await eventsOf(silent, 10)).toEqual({ events: [], signs: 1 });
});
