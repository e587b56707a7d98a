import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** A browser that subscribed at a push service: what it tells the site, and the keys that stay in it. */
export interface MadeUpBrowser {
  /** As `PushSubscription.toJSON()` writes it (w3.org/TR/push-api). */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Opens a message as a browser does: RFC 8188 with the keys of RFC 8291, section 3.4. Throws for another browser's. */
  open(body: Buffer): string;
}

const HEADER = 21;

/** Makes one for this endpoint. Its keys are its own each time. */
export function makeBrowser(endpoint: string): MadeUpBrowser {
  const own = createECDH('prime256v1');
  const ownPublic = own.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      keys: { p256dh: ownPublic.toString('base64url'), auth: auth.toString('base64url') },
    },
    open(body) {
      const salt = body.subarray(0, 16);
      const size = body.readUInt32BE(16);
      const idLength = body.readUInt8(20);
      const theirs = body.subarray(HEADER, HEADER + idLength);
      const record = body.subarray(HEADER + idLength);
      if (record.length > size) throw new Error('a push message is one record');
      const derive = (secret: Buffer, from: Buffer, info: Buffer | string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, from, info, length));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ownPublic, theirs]);
      const material = derive(own.computeSecret(theirs), auth, info, 32);
      const key = derive(material, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = derive(material, salt, 'Content-Encoding: nonce\0', 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      // Zeroes fill the record after the byte that marks its end.
      const end = padded.findLastIndex((byte) => byte !== 0);
      if (padded[end] !== 2) throw new Error('the last record ends with 2');
      return padded.subarray(0, end).toString('utf8');
    },
  };
}
