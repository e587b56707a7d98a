import sharp from 'sharp';
import { encodeImage } from './encode-image.ts';

// The program of the decoder: a process of its own (decode-upload.ts), so that no stranger's picture takes memory, threads
// or life from the process that answers requests. One picture at a time; ends with its parent.

/** What decoding 16 megapixels and encoding them eight times takes, several times over. */
const MEMORY_MAX = 768 * 1024 * 1024;
const LOOK_MS = 50;

/** The decoding of a picture under way would hold up `process.exit` until it is done; nothing of ours is left to be tidied. */
const end = () => process.kill(process.pid, 'SIGKILL');

sharp.concurrency(1);
sharp.cache(false);
setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_MAX) end();
}, LOOK_MS).unref();

process.on('disconnect', end);
process.on('message', async (picture: Uint8Array) => {
  try {
    process.send?.({ image: await encodeImage(picture) });
  } catch {
    process.send?.({});
  }
});
