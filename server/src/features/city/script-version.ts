/** A version of the game script, `1.2.0`, as a number that grows with it. */
export const versionNumber = (version: string) =>
  version
    .split('.')
    .slice(0, 3)
    .reduce((sum, part) => sum * 1000 + (Number.parseInt(part, 10) || 0), 0);
