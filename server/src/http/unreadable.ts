import type { Socket } from 'node:net';
import { describeFailure, Refusal } from './errors.ts';

/** Errors that deserve more than 400: headers beyond `maxHeaderSize`, and a request that never arrived whole. */
const REASONS: Record<string, [status: number, reason: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/**
 * Answers bytes that Node cannot read as a request, in the shape of every other failure and with `headers`, because
 * no hook and no handler sees them. Then it ends the connection: nobody knows where its next request would begin.
 */
export function answerUnreadable(headers: Record<string, string>) {
  const body = JSON.stringify(describeFailure(new Refusal('invalid_request')).body);
  const fields = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (socket.writable && error.code !== 'ECONNRESET') {
      const [status, reason] = REASONS[error.code ?? ''] ?? [400, 'Bad Request'];
      socket.write(`HTTP/1.1 ${status} ${reason}\r\n${fields.join('')}\r\n${body}`);
    }
    socket.destroy();
  };
}
