import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { limits } from '@vitrine/contract/limits';
import { Counter } from 'prom-client';
import { Refusal } from '../../http/errors.ts';
import type { EncodedImage } from './encode-image.ts';
import { readImageHeader } from './image-header.ts';

/** Uploads that may wait while the decoder works on another one: of all accounts, and of one account. */
const MOST_WAITING = 4;
const MOST_WAITING_OF_ONE = 1;
/**
 * Uploads between their first byte and their answer: of all accounts, and of one account. Each may take 5 MB of memory, and a
 * slow sender takes it for half a minute.
 */
const MOST_UNDER_WAY = 40;
const MOST_UNDER_WAY_OF_ONE = 2;
const RETRY_SECONDS = 5;
/** A picture that takes longer is probably an attack. The decoder is killed, and the next picture gets a new one. */
const TIME_MAX_MS = 30_000;
/** A decoder without work ends after this long and gives its memory back. */
const IDLE_MS = 60_000;
/** A lower priority than the process that answers people. */
const PRIORITY = 5;
/** A decoder may die for another reason, so the picture that it worked on gets a second try. */
const MOST_TRIES = 2;

const pictures = new Counter({
  name: 'vitrine_pictures_total',
  help: 'Uploaded pictures of this process by what became of them',
  labelNames: ['outcome'],
});

interface Job {
  account: string;
  picture: Buffer;
  tries: number;
  resolve(image: EncodedImage): void;
  reject(error: Error): void;
}

let decoder: ChildProcess | undefined;
let working: Job | undefined;
const waiting: Job[] = [];
let timer: NodeJS.Timeout | undefined;

function busy(): Refusal {
  pictures.inc({ outcome: 'busy' });
  return new Refusal('image_busy', { retryAfter: RETRY_SECONDS });
}

/** Refuses `image_busy` while the decoder has no place for another upload of this account. */
function requirePlace(account: string): void {
  const own = waiting.filter((job) => job.account === account).length;
  if (waiting.length >= MOST_WAITING || own >= MOST_WAITING_OF_ONE) throw busy();
}

const underWay = new Map<string, number>();
let underWayInAll = 0;

/**
 * Takes one of the places for uploads under way, does the work of the upload, and gives the place back. The work also reads
 * the bytes. Refuses `image_busy` before a byte is read when the account, the process or the decoder has no place.
 */
export async function inUploadPlace<T>(account: string, work: () => Promise<T>): Promise<T> {
  const own = underWay.get(account) ?? 0;
  if (underWayInAll >= MOST_UNDER_WAY || own >= MOST_UNDER_WAY_OF_ONE) throw busy();
  requirePlace(account);
  underWay.set(account, own + 1);
  underWayInAll += 1;
  try {
    return await work();
  } finally {
    underWayInAll -= 1;
    const left = (underWay.get(account) ?? 1) - 1;
    if (left > 0) underWay.set(account, left);
    else underWay.delete(account);
  }
}

/**
 * Encodes an upload again in the one decoder of this process. Refuses `image_unsupported` and `image_too_many_pixels` by the
 * upload's first bytes, `image_busy` with Retry-After when too many uploads wait, and `image_unsupported` when the decoder
 * runs out of time or memory.
 */
export async function decodeUpload(account: string, picture: Buffer): Promise<EncodedImage> {
  const header = readImageHeader(picture);
  if (!header) throw new Refusal('image_unsupported');
  const { width, height } = header;
  if (width * height > limits.imagePixelsMax || Math.max(width, height) > limits.imageSideMax) {
    throw new Refusal('image_too_many_pixels');
  }
  requirePlace(account);
  return await new Promise<EncodedImage>((resolve, reject) => {
    waiting.push({ account, picture, tries: 0, resolve, reject });
    if (!working) next();
  });
}

function next(): void {
  clearTimeout(timer);
  working = waiting.shift();
  decoder ??= working && startDecoder();
  if (!working) {
    timer = setTimeout(stopDecoder, IDLE_MS).unref();
    decoder?.channel?.unref();
    return;
  }
  decoder?.channel?.ref();
  const job = working;
  job.tries += 1;
  timer = setTimeout(() => {
    job.tries = MOST_TRIES;
    decoder?.kill('SIGKILL');
  }, TIME_MAX_MS);
  // If the decoder died a moment ago, its `exit` handler below takes over.
  decoder?.send(job.picture, () => {});
}

function startDecoder(): ChildProcess {
  // The decoder gets none of our environment and may only read files, so a hostile picture learns no secret.
  const child = fork(join(import.meta.dirname, 'image-decoder.ts'), {
    env: { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' },
    execArgv: ['--max-old-space-size=128', '--permission', '--allow-addons', '--allow-fs-read=*', '--no-warnings'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  if (child.pid !== undefined) lower(child.pid);
  child.on('message', ({ image }: { image?: EncodedImage }) => {
    if (child !== decoder) return;
    pictures.inc({ outcome: image ? 'encoded' : 'refused' });
    end(image);
  });
  const died = () => {
    if (child !== decoder) return;
    decoder = undefined;
    if (!working) return;
    pictures.inc({ outcome: 'killed' });
    if (working.tries >= MOST_TRIES) return end(undefined);
    waiting.unshift(working);
    next();
  };
  child.on('exit', died);
  child.on('error', died);
  return child;
}

function end(image: EncodedImage | undefined): void {
  const job = working;
  next();
  if (image) job?.resolve(image);
  else job?.reject(new Refusal('image_unsupported'));
}

function stopDecoder(): void {
  decoder?.kill('SIGKILL');
  decoder = undefined;
}

/** Some systems forbid this to a process. Everything else works without it. */
function lower(pid: number): void {
  try {
    setPriority(pid, PRIORITY);
  } catch {}
}
