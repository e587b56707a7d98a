/**
 * The text of an outside service's answer, at most `most` bytes of it. Throws beyond that, and reads no further: an answer
 * without an end must not fill the memory.
 */
export async function readText({ body }: Response, most: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.byteLength;
    if (size > most) throw new Error('the answer is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
