/** Names that people type: one line, without characters that nobody sees. Free of Zod, so that any page may use it. */

const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
/** They turn the order of what is read, so `exe.gpj` reads as `jpg.exe`. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Seen by nobody: they make two names that look the same differ, and hide a word from whoever searches for it. */
const UNSEEN = /\u034f|[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/gu;
/** A joiner makes one picture of two emoji; anywhere else it is one more character that nobody sees. */
const JOINER =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)[\u200c\u200d]|[\u200c\u200d](?!\p{Extended_Pictographic})/gu;
/** The flags of England, Scotland and Wales are a black flag and tags; elsewhere tags are hidden text. */
const TAGS = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/gu;

/**
 * A name as one line: line breaks and other control characters become one space; what turns the reading order and what
 * nobody sees goes; emoji stay whole. Trimmed.
 */
export function cleanLine(text: string): string {
  return text
    .replace(LINE_BREAKS, ' ')
    .replace(BIDI, '')
    .replace(UNSEEN, '')
    .replace(JOINER, '')
    .replace(TAGS, '')
    .trim();
}
