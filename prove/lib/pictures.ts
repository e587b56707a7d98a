import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A grey PNG of this size: 40 megapixels have 40 KB. `words` go into a comment, as from a camera. */
export function png(width: number, height: number, words = ''): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
  const comment = words ? [chunk('tEXt', Buffer.from(`Comment\0${words}`, 'latin1'))] : [];
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    ...comment,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A multipart body with one file, as a browser sends it. */
export function upload(bytes: Buffer, name: string, type: string): { body: Buffer; headers: Record<string, string> } {
  const boundary = 'prova-7d1f4c';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head, 'latin1'), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
