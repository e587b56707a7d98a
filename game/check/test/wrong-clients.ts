import { join } from 'node:path';
import { GameClient, type GameSettings } from '../../../sdk/src/game/client.ts';
import { Deliveries } from '../../../sdk/src/game/deliveries.ts';
import { type Answer, Http } from '../../../sdk/src/game/http.ts';
import { Journal } from '../../../sdk/src/game/journal.ts';
import { Outbox } from '../../../sdk/src/game/outbox.ts';
import type { Command, Job, Outcome, Result } from '../../../sdk/src/game/types.ts';
import type { Rule } from '../rules.ts';

/** Clients with one mistake each. The first rule is the mistake's own; the others are what follows from it. */

const withDeliveries = (make: (around: ConstructorParameters<typeof Deliveries>[0]) => Deliveries) =>
  class extends GameClient {
    protected override makeDeliveries(): Deliveries {
      return make(this.around());
    }
  };
const withHttp = (make: (settings: ConstructorParameters<typeof Http>[0]) => Http) =>
  class extends GameClient {
    protected override makeHttp(): Http {
      return make({ ...this.settings, clock: this.clock });
    }
  };
const withOutbox = (make: () => Outbox) =>
  class extends GameClient {
    protected override makeOutbox(): Outbox {
      return make();
    }
  };

class Replaying extends Deliveries {
  protected override isKnown(): boolean {
    return false;
  }
}
class Uncancelled extends Deliveries {
  override cancel(): void {}
}
class Early extends Deliveries {
  private bank: number | undefined;

  protected override async effect(job: Job): Promise<Outcome> {
    const { id, attempt, action, args } = job;
    if (action === 'add_money' && this.bank !== undefined) {
      const detail = { before: this.bank, after: this.bank + (args.amount ?? 0) };
      const result: Result = { id, attempt, status: 'succeeded', code: 'ok', at: this.around.now(), detail };
      this.around.journal.put(id, { state: 'done', at: this.around.clock.now(), result });
      this.tell(result);
    }
    const found = await super.effect(job);
    if (typeof found.detail?.after === 'number') this.bank = found.detail.after;
    return found;
  }
}
class Endless extends Deliveries {
  protected override isOver(): boolean {
    return false;
  }
}
class Disorderly extends Deliveries {
  protected override next<T>(line: T[]): T | undefined {
    return line[1] ?? line[0];
  }
}
class Careless extends Deliveries {
  protected override areArguments(): boolean {
    return true;
  }
}
class Stubborn extends Deliveries {
  override recover(command: Command): Promise<void> {
    return super.recover(command, false);
  }
}
class Trusting extends Http {
  protected override isSigned(): boolean {
    return true;
  }
}
class Repeating extends Http {
  protected override nextNonce(): string {
    return '0123456789abcdef0123456789abcdef';
  }
}
class Forgetful extends Outbox {
  override done(batch: readonly Result[]): void {
    super.done(batch, new Set(batch.map(({ id }) => id)));
  }
}
class Restless extends Outbox {
  override done(batch: readonly Result[]): void {
    super.done(batch, undefined);
  }
}
let starts = 0;
class NewJournal extends GameClient {
  protected override makeJournal(): Journal {
    starts += 1;
    return Journal.open(join(this.settings.journal, '..', `journal-${starts}.jsonl`), this.clock.now());
  }
}
class Greedy extends GameClient {
  protected override seat(answer: Answer): void {
    super.seat({ ...answer, seat: 'seated' });
  }
}
class Impatient extends GameClient {
  protected override retryAfter(): number {
    return 1000;
  }
}

export const wrongClients: { mistake: string; Client: new (settings: GameSettings) => GameClient; rules: Rule[] }[] = [
  {
    mistake: 'replays the effect',
    Client: withDeliveries((around) => new Replaying(around)),
    rules: ['once', 'journal-after-kill'],
  },
  {
    mistake: 'forgets the journal',
    Client: NewJournal,
    rules: ['journal-stays', 'results-after-kill', 'journal-after-kill'],
  },
  { mistake: 'ignores cancel', Client: withDeliveries((around) => new Uncancelled(around)), rules: ['cancel'] },
  {
    mistake: 'trusts unsigned answers',
    Client: withHttp((settings) => new Trusting(settings)),
    rules: ['unsigned-answer', 'replayed-answer'],
  },
  {
    mistake: 'reports before the effect',
    Client: withDeliveries((around) => new Early(around)),
    rules: ['report-after-effect', 'journal-after-kill', 'kill-once'],
  },
  { mistake: 'never repeats a result', Client: withOutbox(() => new Forgetful()), rules: ['results-until-settled'] },
  { mistake: 'repeats for ever after settled', Client: withOutbox(() => new Restless()), rules: ['results-stop'] },
  { mistake: 'asks for work while it waits for a seat', Client: Greedy, rules: ['seat-waiting'] },
  { mistake: 'ignores expiry', Client: withDeliveries((around) => new Endless(around)), rules: ['expired'] },
  { mistake: 'ignores retry_after_ms', Client: Impatient, rules: ['retry-after'] },
  {
    mistake: 'reuses nonces',
    Client: withHttp((settings) => new Repeating(settings)),
    rules: ['nonce-once', 'replayed-answer'],
  },
  { mistake: 'runs out of order', Client: withDeliveries((around) => new Disorderly(around)), rules: ['order'] },
  {
    mistake: 'ignores bad arguments',
    Client: withDeliveries((around) => new Careless(around)),
    rules: ['bad-arguments'],
  },
  {
    mistake: 'runs what Vitrine has decided',
    Client: withDeliveries((around) => new Stubborn(around)),
    rules: ['decided'],
  },
];
