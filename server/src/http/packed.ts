import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Answers that many callers get alike: compressed once, and not sent again to whoever has them. */

export type Encoding = 'identity' | 'gzip' | 'br';
/** One answer in each encoding, with the validator of each. */
export type Packed = Record<Encoding, { bytes: Buffer; etag: string }>;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses an answer. That takes some ms, so the result is kept. */
export async function pack(body: Buffer): Promise<Packed> {
  const hash = hashOf(body);
  const [br, gz] = await Promise.all([
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compressGzip(body, { level: 7 }),
  ]);
  return {
    identity: { bytes: body, etag: `"${hash}-identity"` },
    gzip: { bytes: gz, etag: `"${hash}-gzip"` },
    br: { bytes: br, etag: `"${hash}-br"` },
  };
}

/** A short name of these bytes. */
export const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 22);

/** The best encoding that a client accepts, from its Accept-Encoding header. */
export function encodingFor(accept: string | undefined): Encoding {
  if (!accept) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accept)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accept) ? 'gzip' : 'identity';
}

/** Whether a client's If-None-Match already names this answer. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  return (
    ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.split(',').some((one) => one.trim() === etag))
  );
}
