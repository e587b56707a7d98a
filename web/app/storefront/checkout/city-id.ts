import { shopLimits } from '@vitrine/contract/shop-limits';

/**
 * A typed city id, `# 1.042` with its dot of thousands included. Undefined for anything but 1 to 2 147 483 647: `12.5` and `12 34`
 * are no id, and never become another one. Chats put characters that nobody sees around what people copy.
 */
export function cityIdOf(text: string): number | undefined {
  const [, typed = ''] = /^#?\s*(\d+|\d{1,3}(?:\.\d{3})+)$/.exec(text.replace(/\p{Cf}/gu, '').trim()) ?? [];
  const value = Number(typed.replaceAll('.', ''));
  return value >= 1 && value <= shopLimits.cityIdMax ? value : undefined;
}
