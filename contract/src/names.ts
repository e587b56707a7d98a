/** Typed names: one line, without invisible characters. Free of Zod, so that every page may use it. */

const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
/** They turn the reading order: `exe.gpj` is then read as `jpg.exe`. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Invisible characters: two names that look the same would differ, and a search would miss a word. */
const UNSEEN = /\u034f|[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/gu;
/** A joiner makes one picture from two emoji. In any other place it is an invisible character. */
const JOINER =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)[\u200c\u200d]|[\u200c\u200d](?!\p{Extended_Pictographic})/gu;
/** The flags of England, Scotland and Wales are a black flag with tags ($1). In any other place tags are hidden text. */
const TAGS = /(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|[\u{e0000}-\u{e007f}]+/gu;

/**
 * A name as one trimmed line. Line breaks and other control characters become one space. Invisible characters and
 * those that turn the reading order are removed. Emoji stay whole.
 */
export function cleanLine(text: string): string {
  return text
    .replace(LINE_BREAKS, ' ')
    .replace(BIDI, '')
    .replace(UNSEEN, '')
    .replace(JOINER, '')
    .replace(TAGS, '$1')
    .trim();
}

/**
 * A name that another service tells of a person or a thing, as if somebody had typed it, within `max` letters. '' where nothing is
 * left: at Discord a whole name can be invisible.
 */
export const outsideName = (name: string, max: number): string =>
  // a cut may leave half of an emoji
  cleanLine(
    cleanLine(name)
      .slice(0, max)
      .replace(/\p{Cs}/gu, ''),
  );
