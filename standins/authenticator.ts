import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** CBOR (RFC 8949) of what an attestation needs: integers, bytes, texts, lists, maps. */
function cbor(value: number | string | Buffer | unknown[] | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map((one) => cbor(one as never))]);
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as never)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

interface Act {
  challenge: string;
  origin: string;
  rpID: string;
  /** Whether it verified its user by finger, face or PIN. */
  verified?: boolean;
  /** Replaces the counter's next value. */
  counter?: number;
}

/** A small authenticator: one ES256 key, the bytes of WebAuthn level 3, and every lie that a test needs. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;
  userHandle = '';

  #data({ rpID, verified = true, counter }: Act, attested: Buffer): Buffer {
    this.#counter = counter ?? this.#counter + 1;
    const flags = 0x01 | (verified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(rpID), Buffer.from([flags]), count, attested]);
  }

  #client(type: string, { challenge, origin }: Act): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** A new passkey for this user, as the browser sends it. */
  make(act: Act & { user: string; attestation?: { fmt: string; certificates: Buffer[] } }) {
    this.userHandle = act.user;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key]);
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', act.attestation?.fmt ?? 'none'],
        ['attStmt', new Map(act.attestation && [['x5c', act.attestation.certificates]])],
        ['authData', this.#data(act, attested)],
      ]),
    );
    return {
      id: this.id.toString('base64url'),
      rawId: this.id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: this.#client('webauthn.create', act).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** The challenge, signed. */
  sign(act: Act) {
    const data = this.#data(act, Buffer.alloc(0));
    const client = this.#client('webauthn.get', act);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.#keys.privateKey);
    return {
      id: this.id.toString('base64url'),
      rawId: this.id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: Buffer.from(this.userHandle).toString('base64url'),
      },
    };
  }
}
