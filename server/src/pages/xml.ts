const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Text as XML takes it, inside elements and attributes; what XML cannot hold at all is left out. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
