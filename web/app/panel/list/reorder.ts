/** The list with one element moved. A place outside the list is its end. The given list stays as it is. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const result = [...list];
  const [item] = result.splice(from, 1);
  if (item !== undefined) result.splice(Math.max(0, Math.min(to, result.length)), 0, item);
  return result;
}

/** The new place of an element in a grid with so many columns, after an arrow key. Undefined when it stays. */
export function keyTarget(key: string, index: number, length: number, columns: number): number | undefined {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  const ends: Record<string, number> = { Home: 0, End: length - 1 };
  const step = steps[key];
  const target = step === undefined ? ends[key] : index + step;
  return target !== undefined && target !== index && target >= 0 && target < length ? target : undefined;
}
