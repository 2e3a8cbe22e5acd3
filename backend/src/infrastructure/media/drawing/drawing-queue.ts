/** One picture to draw: its owner, and its amount of work. `signal`: aborts when the client disconnects. */
export type Drawing = Readonly<{ owner: string; megapixels: number; signal?: AbortSignal }>;

export type DrawingLimits = Readonly<{
  /** The number of pictures that are drawn at the same time. */
  places: number;
  /** Pictures with more megapixels than this are heavy. Only one heavy picture is drawn at a time. */
  heavyAbove: number;
  /** Megapixels of heavy pictures that may wait; the same limit applies to all others. */
  waitingMax: number;
}>;

type Waiting = Drawing & Readonly<{ start: () => void }>;

/** So many pictures are waiting that another one would wait for minutes. Nothing was drawn. */
export class DrawingQueueFull extends Error {
  override readonly name = 'DrawingQueueFull';
}

/** The least cost of a picture: each one is opened, encoded and written. */
const MEGAPIXELS_MIN = 1;
/** The estimated milliseconds for a megapixel, used until the work is done and measured. */
const PER_MEGAPIXEL = 100;

/**
 * Fair turns at drawing, by the time used (start-time fair queueing). The owner who has used the least time is next; an absent owner gains no
 * credit. One owner has one place at a time, and heavy pictures never have all places. So neither one owner nor large files delay all other owners.
 */
export class DrawingQueue {
  readonly #limits: DrawingLimits;
  /** In the order of their arrival. */
  #waiting: Waiting[] = [];
  readonly #running = new Map<string, Drawing>();
  /** Milliseconds that an owner has used, on the clock that all owners share. */
  readonly #usedMs = new Map<string, number>();
  #clock = 0;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(
    limits: DrawingLimits,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
  }

  /** The number of pictures that wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs the work when it is this picture's turn.
   * @throws DrawingQueueFull immediately; the reason of `signal` when it aborts before the work has begun
   */
  async run<Result>(drawing: Drawing, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(drawing);
    const startedAt = this.now();
    try {
      return await work();
    } finally {
      const correction = this.now() - startedAt - estimateOf(drawing);
      this.#usedMs.set(drawing.owner, (this.#usedMs.get(drawing.owner) ?? 0) + correction);
      this.#running.delete(drawing.owner);
      this.#startNext();
    }
  }

  #turn(drawing: Drawing): Promise<void> {
    drawing.signal?.throwIfAborted();
    if (this.#waitingLike(drawing) + costOf(drawing) > this.#limits.waitingMax) throw new DrawingQueueFull();
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(drawing.signal?.reason as Error);
      };
      const start = () => {
        drawing.signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const waiting: Waiting = { ...drawing, start };
      drawing.signal?.addEventListener('abort', onAbort, { once: true });
      if (!this.#isKnown(drawing.owner))
        this.#usedMs.set(drawing.owner, Math.max(this.#clock, this.#usedMs.get(drawing.owner) ?? 0));
      this.#waiting.push(waiting);
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#running.size < this.#limits.places) {
      const next = this.#next();
      if (!next) break;
      const used = this.#usedMs.get(next.owner) ?? this.#clock;
      this.#clock = Math.max(this.#clock, used);
      this.#usedMs.set(next.owner, used + estimateOf(next));
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.#running.set(next.owner, next);
      next.start();
    }
    if (this.#running.size > 0) return;
    // When nothing runs and nothing waits, earlier use does not matter.
    this.#usedMs.clear();
    this.#clock = 0;
  }

  #next(): Waiting | undefined {
    const isHeavyRunning = [...this.#running.values()].some((drawing) => this.#isHeavy(drawing));
    let next: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if (this.#running.has(waiting.owner) || (isHeavyRunning && this.#isHeavy(waiting))) continue;
      if (!next || this.#usedBy(waiting) < this.#usedBy(next)) next = waiting;
    }
    return next;
  }

  #isHeavy({ megapixels }: Drawing): boolean {
    return megapixels > this.#limits.heavyAbove;
  }

  #usedBy({ owner }: Drawing): number {
    return this.#usedMs.get(owner) ?? 0;
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
const estimateOf = (drawing: Drawing): number => costOf(drawing) * PER_MEGAPIXEL;
