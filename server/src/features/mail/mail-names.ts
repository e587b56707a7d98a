import { cleanLine } from '@vitrine/contract/names';

/** Dots in other scripts, and the ways people write a dot to get past a filter. */
const DOTS =
  /[\u3002\uff0e\uff61\u2024\u2219\u22c5\u00b7\u0701\u0702\u2e33\ua4f8\u06d4]|\s*[[({]\s*(?:\.|dot|ponto)\s*[\])}]\s*/giu;
const LINK =
  /[a-z][a-z0-9+.-]*:\/\/|\b(?:https?|hxxps?|mailto|tel|sms|whatsapp|javascript|data)\s*:|\bwww\b|[\p{L}\p{N}_-]\.[\p{L}\p{M}]{2,}|[\p{L}\p{N}_-]\.xn--|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu;

/** Whether a mail program, or a person in a hurry, may take this for an address: a scheme, `www`, a word like a domain. */
export function looksLikeLink(text: string): boolean {
  const plain = cleanLine(text.normalize('NFKC')).replace(DOTS, '.');
  return LINK.test(plain);
}

/** A typed name that a mail may carry. Answers `instead` if the name looks like a link. */
export function mailName(name: string, instead: string): string {
  return looksLikeLink(name) ? instead : cleanLine(name);
}
