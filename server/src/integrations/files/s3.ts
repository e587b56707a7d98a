import { createHash, createHmac } from 'node:crypto';
import { checkName, type FileStore } from './files.ts';

export interface S3Options {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const TIMEOUT_MS = 10_000;
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Uint8Array | string, data: string) => createHmac('sha256', key).update(data).digest();

/** Headers of a signed request (AWS Signature Version 4, one chunk, path-style addresses). */
function signS3(
  options: S3Options,
  request: { method: string; path: string; body: Uint8Array; contentType?: string },
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    host: new URL(options.endpoint).host,
    'x-amz-content-sha256': sha256(request.body),
    'x-amz-date': time,
    ...(request.contentType && { 'content-type': request.contentType }),
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    request.method,
    request.path,
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${options.region}/s3/aws4_request`;
  const key = hmac(hmac(hmac(hmac(`AWS4${options.secretAccessKey}`, day), options.region), 's3'), 'aws4_request');
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${options.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

/** Uploads in an S3 bucket, or in anything that speaks its protocol. */
export function s3Files(options: S3Options): FileStore {
  const call = async (method: string, name: string, body: Uint8Array, contentType?: string) => {
    const path = `/${options.bucket}/${checkName(name)}`;
    const headers = signS3(options, { method, path, body, ...(contentType && { contentType }) }, new Date());
    return await fetch(new URL(path, options.endpoint), {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(method === 'PUT' && { body: Buffer.from(body) }),
    });
  };
  return {
    async put(name, bytes, contentType) {
      const answer = await call('PUT', name, bytes, contentType);
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The bucket refused ${name}: ${answer.status}`);
    },
    async get(name) {
      const answer = await call('GET', name, new Uint8Array());
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw new Error(`The bucket did not give ${name}: ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    },
  };
}
