import { useState } from 'react';

/** The last value that was not null: a window that closes still shows its words. Null before the first one. */
export function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
