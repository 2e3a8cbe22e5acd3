import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '../config/configuration.ts';
import { EffectEngine } from '../effects/effect-engine.ts';
import type { WorkLoop } from '../effects/work-loop.ts';
import { WorkerLoop } from '../effects/worker-loop.ts';
import { FarewellRows, type DueFarewell, type Farewell, type FarewellKey } from './farewell-rows.ts';

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
const TIMES = { tick: 5_000, renewLease: 20_000, firstRetry: 15 * MINUTE, drain: 10_000 };
const SLOTS = 4;

/**
 * Tells other servers that somebody has left them, after it did not succeed at once. Leased work and no effect: what is said
 * twice has been heard once.
 */
@Injectable()
export class Farewells extends WorkerLoop<FarewellKey, ''> {
  protected override readonly loop: WorkLoop<FarewellKey, ''>;
  readonly #logger = new Logger('farewells');
  readonly #kinds = new Map<string, Readonly<{ say: Say; byHandOf: Hand }>>();

  constructor(
    configuration: Configuration,
    private readonly rows: FarewellRows,
    engine: EffectEngine,
  ) {
    super(configuration);
    const work = {
      name: 'farewell',
      actor: 'farewells',
      causeOf: ({ id }: DueFarewell) => `farewell:${id}`,
      run: (row: DueFarewell) => this.#say(row),
    };
    this.loop = engine.leasedWork(work, rows, {
      name: 'effects.farewells',
      platforms: [''],
      slots: SLOTS,
      times: TIMES,
      logger: this.#logger,
    });
  }

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

  async #say(row: DueFarewell): Promise<void> {
    const farewell = await this.rows.read(row.id);
    if (!farewell) return;
    const { kind, what, secret, tries, ownerId } = farewell;
    if (farewell.givenUp) return this.rows.drop(row.id);
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
      await (wait === undefined ? this.rows.giveUp(row.id, TOLD_FOR) : this.rows.noteTry(row.id));
      return this.rows.putBack(row, wait ?? TOLD_FOR);
    }
    await this.rows.drop(row.id);
  }
}
