/** How a person wants to be told of sales in this browser. Nothing of it leaves the browser. */
export interface OwnChoice {
  sound: boolean;
  notices: boolean;
}

const KEY = 'vitrine-sales';
const NOTHING: OwnChoice = { sound: false, notices: false };

function readAll(): Record<string, OwnChoice> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, OwnChoice>) : {};
  } catch {
    return {};
  }
}

/** The choice of this person; both off until they choose. */
export function readChoice(person: string): OwnChoice {
  const { sound, notices } = readAll()[person] ?? NOTHING;
  return { sound: sound === true, notices: notices === true };
}

/** Keeps the choice. A browser that stores nothing forgets it with the page. */
export function saveChoice(person: string, choice: OwnChoice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [person]: choice }));
  } catch (error) {
    console.error('choice', error);
  }
}
