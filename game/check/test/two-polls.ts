import { GameClient, type GameSettings } from '../../../sdk/src/game/client.ts';
import { Deliveries } from '../../../sdk/src/game/deliveries.ts';
import type { Answer } from '../../../sdk/src/game/http.ts';
import { type Command, keyOfPlayer } from '../../../sdk/src/game/types.ts';

const ASK_MS = 1000;
const LOOK_MS = 50;

/** A client that asks for work with a second request beside its poll, as the clients of the games do when somebody comes. */
export class TwoPolls extends GameClient {
  private seated = false;

  constructor(settings: GameSettings) {
    super(settings);
    void this.askBeside();
  }

  protected override seat(answer: Answer): void {
    super.seat(answer);
    this.seated = answer.seat === 'seated';
  }

  private async askBeside(): Promise<void> {
    for (;;) {
      await this.clock.wait(ASK_MS);
      if (this.seated) await this.exchange(25);
    }
  }
}

/** Looks whether a delivery is new, and takes it a moment later. */
class Late extends Deliveries {
  override offer(raw: unknown): void {
    const command = raw as Command;
    const isTaken = () => this.ids().includes(command.id);
    if (isTaken() || this.around.journal.get(command.id)) super.offer(raw);
    else void this.takeLater(command, isTaken);
  }

  private async takeLater(command: Command, isTaken: () => boolean): Promise<void> {
    await this.around.clock.wait(LOOK_MS);
    if (isTaken()) await this.effect({ ...command, key: keyOfPlayer(command.player) });
    else super.offer(command);
  }
}

export class LateTaker extends TwoPolls {
  protected override makeDeliveries(): Deliveries {
    return new Late(this.around());
  }
}
