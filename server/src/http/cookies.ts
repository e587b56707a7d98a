/** Every value of one name in a `Cookie` header, in its order. A browser may send several. */
export function cookiesNamed(header: string | null | undefined, name: string): string[] {
  const prefix = `${name}=`;
  return (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length));
}
