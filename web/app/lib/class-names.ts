/** Joins class names and drops what is absent: `classNames('a', isOpen && 'b')`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
