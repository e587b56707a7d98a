import sharp from 'sharp';
import { encodeImage } from './encode-image.ts';

// The program of the decoder, which is a process of its own (decode-upload.ts): a stranger's picture takes no memory
// and no threads from the process that answers requests, and cannot end it. It takes one picture at a time and ends
// with its parent.

/** Several times the memory that decoding 16 megapixels and encoding them eight times takes. */
const MEMORY_MAX = 768 * 1024 * 1024;
const LOOK_MS = 50;

/**
 * `process.exit` would wait until the picture under way is decoded. We have nothing to tidy up, so the process kills
 * itself.
 */
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
