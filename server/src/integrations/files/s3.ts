import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { checkName, type FileStore } from './files.ts';

export interface S3Options {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Longest time of one call with its body, in ms. */
const TIMEOUT_MS = 10_000;

/**
 * Uploads in an S3 bucket, or in any service with its protocol: path-style addresses, AWS Signature Version 4. Throws
 * if the bucket refuses or does not answer; nothing is repeated here.
 */
export function s3Files({ endpoint, bucket, ...account }: S3Options): FileStore {
  const client = new AwsClient({ ...account, service: 's3' });

  async function call(method: string, name: string, body?: Uint8Array, contentType?: string): Promise<Response> {
    const bytes = body && Buffer.from(body);
    const request = await client.sign(new URL(`/${bucket}/${checkName(name)}`, endpoint), {
      method,
      headers: {
        // aws4fetch would sign "unsigned", and over plain http somebody on the way could then change the picture.
        'x-amz-content-sha256': createHash('sha256')
          .update(bytes ?? '')
          .digest('hex'),
        ...(contentType && { 'content-type': contentType }),
      },
      ...(bytes && { body: bytes }),
      aws: { allHeaders: true },
    });
    // The limit is set here and not on the request: `client.fetch` drops its request, and Node then forgets the
    // limit.
    return await fetch(request, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  }

  return {
    async put(name, bytes, contentType) {
      const answer = await call('PUT', name, bytes, contentType);
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The bucket refused ${name}: ${answer.status}`);
    },
    async get(name) {
      const answer = await call('GET', name);
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw new Error(`The bucket did not give ${name}: ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    },
  };
}
