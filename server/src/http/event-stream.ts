import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { writeAnswer } from './answer-schema.ts';

/** Bytes that a slow reader may leave untaken. Then the stream is cut: its end would wait for the reader too. */
const MOST_UNTAKEN_BYTES = 64 * 1024;

/** An answer that stays open and tells one event after the other. */
export interface EventStream {
  readonly open: boolean;
  /** `data` is written by `schema`, from the call's row: a field that it does not name is left out. */
  send(event: string, data: Readonly<Record<string, unknown>>, schema: z.ZodType): void;
  /** Shows that the stream is alive, also to what lies between. */
  beat(): void;
  end(): void;
}

/**
 * Answers with server-sent events until the reader leaves, `end` is called or `longestMs` are over. Then
 * browsers open a new stream, so none of ours stays open for ever. `ended` is called once, also when the reader has left already.
 */
export function openEventStream(reply: FastifyReply, longestMs: number, ended: () => void): EventStream {
  const { raw } = reply;
  let over = false;
  const lifetime = setTimeout(end, longestMs);

  function end(): void {
    if (over) return;
    over = true;
    clearTimeout(lifetime);
    ended();
    raw.end();
  }

  function write(text: string): void {
    if (over) return;
    if (raw.writableLength <= MOST_UNTAKEN_BYTES) return void raw.write(text);
    end();
    raw.destroy();
  }

  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-robots-tag': 'noindex',
  });
  raw.on('close', end);
  raw.on('error', end);
  // The caller hung up while the call was looked at, and no later event would tell us.
  if (raw.closed || raw.destroyed) end();

  return {
    get open() {
      return !over;
    },
    send(event, data, schema) {
      if (!over) write(`event: ${event}\ndata: ${writeAnswer(data, schema)}\n\n`);
    },
    beat: () => write(': \n\n'),
    end,
  };
}
