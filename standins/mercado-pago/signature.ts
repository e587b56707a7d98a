import { createHmac } from 'node:crypto';

/** The signed text. A part without a value is left out (facts, section 7). */
export function manifest(parts: { dataId?: string; requestId?: string; ts?: string }): string {
  return [
    parts.dataId === undefined ? '' : `id:${parts.dataId};`,
    parts.requestId === undefined ? '' : `request-id:${parts.requestId};`,
    parts.ts === undefined ? '' : `ts:${parts.ts};`,
  ].join('');
}

/** `v1` of `x-signature`: hex HMAC-SHA256 of the manifest. */
export function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
