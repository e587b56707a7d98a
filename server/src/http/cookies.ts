/** Every value that a `Cookie` header gives to a name, in its order: a browser may send several of one name. */
export function cookiesNamed(header: string | null | undefined, name: string): string[] {
  const prefix = `${name}=`;
  return (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length));
}
