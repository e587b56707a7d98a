const MOST_WORDS = 8;

/** Without accents and in small letters, as the index keeps words (`order_words` in migrations/0012_words_of_orders.sql). */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/**
 * The text of the tsquery for a search after a buyer. Every word must begin a word of the name, or of the e-mail before
 * its @. A word with an @ must begin the whole e-mail. Matches nothing where no word can be searched.
 */
export function wordsQuery(store: string, search: string): string {
  const words = search
    .trim()
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? [part.toLowerCase()] : plain(part).split(/[^\p{L}\p{N}]+/u)))
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
  return words.map((word) => `'${`${store.slice(-8)}/${word}`.replace(/['\\]/g, '$&$&')}':*`).join(' & ');
}
