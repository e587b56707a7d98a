import type { Clock } from './clock.ts';
import type { Person } from './types.ts';

const PATIENCE_MS = 3000;
const MOST_AT_ONCE = 10;

type Look = (cityId: string) => Promise<Person> | Person;

/** Answers to the questions of checkouts, each sent once: Vitrine asks again for a lost one while somebody waits. */
export class People {
  readonly #look: Look | undefined;
  readonly #clock: Clock;
  readonly #onAnswer: () => void;
  readonly #answers: Person[] = [];

  constructor(look: Look | undefined, clock: Clock, onAnswer: () => void) {
    this.#look = look;
    this.#clock = clock;
    this.#onAnswer = onAnswer;
  }

  /** Asks the owner's function who this is. After a failure or 3 s nobody knows. */
  ask(cityId: string): void {
    const look = this.#look;
    if (!look) return;
    const unknown: Person = { city_id: cityId, status: 'unknown' };
    const silent = this.#clock.wait(PATIENCE_MS).then(() => unknown);
    const asked = Promise.resolve(cityId).then(look);
    void Promise.race([asked, silent])
      .catch(() => unknown)
      .then((person) => {
        this.#answers.push(person);
        this.#onAnswer();
      });
  }

  /** Takes answers for a request. */
  take(): Person[] {
    return this.#answers.splice(0, MOST_AT_ONCE);
  }

  waiting(): boolean {
    return this.#answers.length > 0;
  }
}
