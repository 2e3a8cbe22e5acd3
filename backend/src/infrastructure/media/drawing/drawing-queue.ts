/** One picture to be drawn: whose it is, and how much work it is. `signal`: whoever wants it may have gone. */
export type Drawing = Readonly<{ owner: string; megapixels: number; signal?: AbortSignal }>;

export type DrawingLimits = Readonly<{
  /** Pictures drawn at once. */
  places: number;
  /** Pictures with more megapixels than this are heavy: one of them at a time. */
  heavyAbove: number;
  /** Megapixels of heavy pictures that may wait, and as many of the others. */
  waitingMax: number;
}>;

type Waiting = Drawing & Readonly<{ start: () => void }>;

/** So many pictures are waiting that one more would wait for minutes. Nothing was drawn. */
export class DrawingQueueFull extends Error {
  override readonly name = 'DrawingQueueFull';
}

/** No picture is cheaper than this: each is opened, encoded and written. */
const MEGAPIXELS_MIN = 1;
/** Milliseconds: a guess, until the work is done and measured. */
const PER_MEGAPIXEL = 100;

/**
 * Fair turns at drawing, by the time used (start-time fair queueing: the owner who has used the least is next, and an owner who was
 * away saves nothing up). One owner has one place at a time, and heavy pictures never have all places, so that neither one owner
 * nor large files keep everybody else waiting.
 */
export class DrawingQueue {
  readonly #limits: DrawingLimits;
  /** In the order in which they came. */
  #waiting: Waiting[] = [];
  readonly #running = new Map<string, Drawing>();
  /** Milliseconds that an owner has used, on the clock that all owners share. */
  readonly #had = new Map<string, number>();
  #clock = 0;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(
    limits: DrawingLimits,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
  }

  /** How many pictures wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs the work when it is this picture's turn.
   * @throws DrawingQueueFull at once; the reason of `signal` when it ends before the work began
   */
  async run<Result>(drawing: Drawing, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(drawing);
    const began = this.now();
    try {
      return await work();
    } finally {
      const more = this.now() - began - guessOf(drawing);
      this.#had.set(drawing.owner, (this.#had.get(drawing.owner) ?? 0) + more);
      this.#running.delete(drawing.owner);
      this.#startNext();
    }
  }

  #turn(drawing: Drawing): Promise<void> {
    drawing.signal?.throwIfAborted();
    if (this.#waitingLike(drawing) + costOf(drawing) > this.#limits.waitingMax) throw new DrawingQueueFull();
    return new Promise((resolve, reject) => {
      const gone = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(drawing.signal?.reason as Error);
      };
      const start = () => {
        drawing.signal?.removeEventListener('abort', gone);
        resolve();
      };
      const waiting: Waiting = { ...drawing, start };
      drawing.signal?.addEventListener('abort', gone, { once: true });
      if (!this.#isKnown(drawing.owner))
        this.#had.set(drawing.owner, Math.max(this.#clock, this.#had.get(drawing.owner) ?? 0));
      this.#waiting.push(waiting);
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#running.size < this.#limits.places) {
      const next = this.#next();
      if (!next) break;
      const had = this.#had.get(next.owner) ?? this.#clock;
      this.#clock = Math.max(this.#clock, had);
      this.#had.set(next.owner, had + guessOf(next));
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.#running.set(next.owner, next);
      next.start();
    }
    if (this.#running.size > 0) return;
    // Nobody is left to be fair to.
    this.#had.clear();
    this.#clock = 0;
  }

  #next(): Waiting | undefined {
    const heavyIsUnderWay = [...this.#running.values()].some((drawing) => this.#isHeavy(drawing));
    let next: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if (this.#running.has(waiting.owner) || (heavyIsUnderWay && this.#isHeavy(waiting))) continue;
      if (!next || this.#hadBy(waiting) < this.#hadBy(next)) next = waiting;
    }
    return next;
  }

  #isHeavy({ megapixels }: Drawing): boolean {
    return megapixels > this.#limits.heavyAbove;
  }

  #hadBy({ owner }: Drawing): number {
    return this.#had.get(owner) ?? 0;
  }

  #isKnown(owner: string): boolean {
    return this.#running.has(owner) || this.#waiting.some((waiting) => waiting.owner === owner);
  }

  #waitingLike(drawing: Drawing): number {
    const heavy = this.#isHeavy(drawing);
    return this.#waiting
      .filter((waiting) => this.#isHeavy(waiting) === heavy)
      .reduce((sum, waiting) => sum + costOf(waiting), 0);
  }
}

const costOf = ({ megapixels }: Drawing): number => Math.max(megapixels, MEGAPIXELS_MIN);
const guessOf = (drawing: Drawing): number => costOf(drawing) * PER_MEGAPIXEL;
