/** A mask shows at most this many words and letters, because even the length of an odd name is private. */
const MASK_WORDS = 4;
const MASK_LETTERS = 10;

/**
 * A person's or character's name as strangers may see it, `Jo** Si***`: at most half of a word and two letters of it, so that
 * buyers recognise their own name and nobody learns another's. Only letters and digits stay: no markup, colour codes,
 * control or direction characters. Null when nothing is left.
 */
export function maskName(name: string): string | null {
  const words = name
    .normalize('NFC')
    .replace(/\^\d|~\w~/g, ' ')
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  if (!words) return null;
  const masked = words.slice(0, MASK_WORDS).map((word) => {
    const letters = [...word].slice(0, MASK_LETTERS);
    const shown = Math.min(2, Math.floor(letters.length / 2));
    return letters.map((letter, index) => (index < shown ? letter : '*')).join('');
  });
  return masked.join(' ');
}
