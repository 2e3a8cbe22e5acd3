import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { currentLane, REQUEST_LANE, FairQueue } from './fair-queue.ts';

export type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** How many connections of a pool of `max` requests cannot use. They are for publishing, projections and other work. */
export const reservedForWork = (max: number): number => (max >= 5 ? 2 : max >= 2 ? 1 : 0);

/**
 * Kinds of work get connections in turn (`runInLane`), and requests never get all of them: due posts must not wait for slow lists. The queue of
 * `pg` is first come, first served. In that queue, each of the twenty statements of a reply would wait behind one statement of each running post.
 * Hundreds of posts can be due.
 */
export class FairPool extends Pool {
  readonly #queue = new FairQueue<() => void>();
  /** The number of connections that `pg` has not delivered yet: all of them, and those for requests. */
  #pending = 0;
  #pendingForRequests = 0;
  /** Connections in use, with the kind of work of each. `pg` also releases connections that it never handed out: they do not count. */
  readonly #used = new Map<PoolClient, string>();
  #isServing = false;
  /** Milliseconds that a caller waits for a connection; 0: for ever. */
  readonly #timeout: number;

  /** @param config `connectionTimeoutMillis`: how long a caller waits for a connection, be it new or returned. 0 or none: for ever, as in `pg` */
  constructor(config: PoolConfig) {
    super(config);
    this.#timeout = config.connectionTimeoutMillis ?? 0;
    // Replaces the field of `pg`, whose own queue stays empty.
    Object.defineProperty(this, 'waitingCount', { get: () => this.#queue.size });
    this.on('release', (_, client) => {
      if (this.#used.delete(client)) this.#serve();
    });
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback) {
      this.#requestConnection(callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#requestConnection((error, client) => {
        if (client) resolve(client);
        else reject(error ?? new Error('The pool returned neither a connection nor an error'));
      });
    });
  }

  #hasRoomFor(kind: string): boolean {
    const { max } = this.options;
    if (this.#pending + this.#used.size >= max) return false;
    if (kind !== REQUEST_LANE) return true;
    const byRequests = [...this.#used.values()].filter((each) => each === REQUEST_LANE).length;
    return this.#pendingForRequests + byRequests < max - reservedForWork(max);
  }

  #requestConnection(callback: Connected): void {
    const kind = currentLane();
    if (this.#hasRoomFor(kind)) this.#connect(kind, callback);
    else this.#wait(kind, callback);
  }

  #wait(kind: string, callback: Connected): void {
    const leave = () => {
      this.#queue.leave(kind, serve);
      // The message of `pg`: callers recognize it as an unreachable database.
      callback(new Error('timeout exceeded when trying to connect'), undefined, () => undefined);
    };
    const timeout = this.#timeout > 0 ? setTimeout(leave, this.#timeout).unref() : undefined;
    const serve = () => {
      clearTimeout(timeout);
      this.#connect(kind, callback);
    };
    this.#queue.add(kind, serve);
  }

  #connect(kind: string, callback: Connected): void {
    const byRequests = kind === REQUEST_LANE ? 1 : 0;
    this.#pending += 1;
    this.#pendingForRequests += byRequests;
    super.connect((error, client, done) => {
      this.#pending -= 1;
      this.#pendingForRequests -= byRequests;
      if (client) this.#used.set(client, kind);
      else this.#serve();
      callback(error, client, done);
    });
  }

  /** A closed pool refuses synchronously, within this call. So the loop rejects callers one by one, without recursion. */
  #serve(): void {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      for (;;) {
        const serve = this.#queue.take((kind) => this.#hasRoomFor(kind));
        if (!serve) return;
        serve();
      }
    } finally {
      this.#isServing = false;
    }
  }
}
