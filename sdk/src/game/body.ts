/**
 * The text of an answer; empty where it is longer than `most` bytes. The rest is not read, so an endless one fills no memory.
 * Rejects where the connection breaks.
 */
export async function bodyOf(response: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return Buffer.concat(parts).toString('utf8');
    length += part.value.length;
    if (length > most) {
      void reader?.cancel().catch(() => undefined);
      return '';
    }
    parts.push(part.value);
  }
}
