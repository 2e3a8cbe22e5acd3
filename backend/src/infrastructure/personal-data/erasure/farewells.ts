import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable, Logger } from '@nestjs/common';
import { defineLeasedWork, type LookAgain } from '#infrastructure/effects/define-leased-work.ts';
import { FarewellRows, type Farewell } from './farewell-rows.ts';

/** Says it to the other side: once more does no harm. @throws whatever kept it from being heard */
type Say = (secret: JsonObject) => Promise<void>;
/** Who can say it there by hand. */
type Hand = 'the person' | 'the operator';
/** What another side has not heard. `what`: the name that people know; `isOpen`: it is still being said. */
export type Unheard = Readonly<{ what: string; isOpen: boolean; byHandOf: Hand }>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Before each try after the first one, which whoever keeps it makes. Six in all within a day. */
const WAITS = [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 16 * HOUR];
/** Given up, and with nothing secret any more: whoever is told what is left to do by hand is told within that time. */
const TOLD_FOR = 2 * 24 * HOUR;

/**
 * Tells other servers that somebody has left them, after it did not succeed at once. Leased work and no effect: what is said
 * twice has been heard once.
 */
@Injectable()
export class Farewells {
  readonly #logger = new Logger('farewells');
  readonly #kinds = new Map<string, Readonly<{ say: Say; byHandOf: Hand }>>();

  constructor(private readonly rows: FarewellRows) {}

  /** @throws Error when the kind is known already */
  speak(kind: string, say: Say, byHandOf: Hand = 'the person'): void {
    if (this.#kinds.has(kind)) throw new Error(`Farewells of the kind ${kind} are added twice.`);
    this.#kinds.set(kind, { say, byHandOf });
  }

  /** Keeps what is about to be said, or was not heard: it is said again until somebody says that it was. */
  keep(farewell: Farewell): Promise<void> {
    return this.rows.add(farewell, WAITS[0] ?? MINUTE);
  }

  /** It was; nothing happens where nothing is kept. */
  heard(id: string): Promise<void> {
    return this.rows.drop(id);
  }

  /** The other side takes no such word: people have to say it by hand. Nothing happens where nothing is kept. */
  onlyByHand(id: string): Promise<void> {
    return this.rows.giveUp(id, TOLD_FOR);
  }

  /** What nobody has heard of this person's leaving yet. */
  async leftOf(ownerId: string): Promise<readonly Unheard[]> {
    const left = await this.rows.leftOf(ownerId);
    return left.map(({ kind, what, isOpen }) => ({
      what,
      isOpen,
      byHandOf: this.#kinds.get(kind)?.byHandOf ?? 'the person',
    }));
  }

  /** The row goes, whatever was not heard: whoever has to know has been told. */
  endAllOf(ownerId: string): Promise<void> {
    return this.rows.dropAllOf(ownerId);
  }

  /** Says it again, as often as is worth it. */
  async say(id: string): Promise<LookAgain> {
    const farewell = await this.rows.read(id);
    if (!farewell) return 'gone';
    const { kind, what, secret, tries, ownerId } = farewell;
    if (farewell.givenUp) return this.#drop(id);
    try {
      const known = this.#kinds.get(kind);
      if (!known) throw new Error(`Nobody here says farewells of the kind ${kind}`);
      await known.say(secret);
    } catch (error) {
      const wait = WAITS[tries + 1];
      const told = { msg: 'not heard at the other side', what, isLast: wait === undefined, err: error };
      // By the id a person can be found there, when somebody has to end it by hand.
      if (wait === undefined && this.#kinds.get(kind)?.byHandOf === 'the operator')
        this.#logger.error({ ...told, userId: ownerId });
      else this.#logger.warn(told);
      await (wait === undefined ? this.rows.giveUp(id, TOLD_FOR) : this.rows.noteTry(id));
      return wait ?? TOLD_FOR;
    }
    return this.#drop(id);
  }

  async #drop(id: string): Promise<'gone'> {
    await this.rows.drop(id);
    return 'gone';
  }
}

/** Says again what was not heard. */
export const FarewellLoop = defineLeasedWork({
  name: 'farewell',
  actor: 'farewells',
  loop: 'effects.farewells',
  logger: 'farewells',
  needs: { farewells: Farewells },
  rows: { table: 'effects.farewell', columns: { id: 'text' }, lease: 60_000 },
  slots: 4,
  times: { tick: 5_000, renewLease: 20_000, firstRetry: 15 * MINUTE, drain: 10_000 },
  run: ({ id }, { farewells }) => farewells.say(id),
});
