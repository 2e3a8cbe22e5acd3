import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { lineOfThis, REQUESTS, Turns } from './turns.ts';

export type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** How many connections of a pool of `max` are kept from requests: for publishing, projections and other work. */
export const keptForWork = (max: number): number => (max >= 5 ? 2 : max >= 2 ? 1 : 0);

/**
 * Kinds of work get connections in turn (`inLineOf`), and requests never get all of them: due posts must not wait for slow lists. `pg` serves the
 * first caller first. Each of the twenty statements of a reply would wait there behind one statement of each running post. Hundreds of posts can be
 * due.
 */
export class TurnTakingPool extends Pool {
  readonly #turns = new Turns<() => void>();
  /** How many connections were requested from `pg` and are still pending: all, and those for requests. */
  #asked = 0;
  #askedByRequests = 0;
  /** Connections in use, with the kind of work of each. `pg` also releases connections that it never handed out: they do not count. */
  readonly #used = new Map<PoolClient, string>();
  #isServing = false;
  /** In milliseconds; 0: for ever. */
  readonly #patience: number;

  /** @param config `connectionTimeoutMillis`: how long a caller waits for a connection, be it new or returned. 0 or none: for ever, as in `pg` */
  constructor(config: PoolConfig) {
    super(config);
    this.#patience = config.connectionTimeoutMillis ?? 0;
    // Replaces the field of `pg`, whose own queue stays empty.
    Object.defineProperty(this, 'waitingCount', { get: () => this.#turns.size });
    this.on('release', (_, client) => {
      if (this.#used.delete(client)) this.#serve();
    });
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback) {
      this.#ask(callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#ask((error, client) => {
        if (client) resolve(client);
        else reject(error ?? new Error('There is no connection'));
      });
    });
  }

  #hasRoomFor(kind: string): boolean {
    const { max } = this.options;
    if (this.#asked + this.#used.size >= max) return false;
    if (kind !== REQUESTS) return true;
    const byRequests = [...this.#used.values()].filter((each) => each === REQUESTS).length;
    return this.#askedByRequests + byRequests < max - keptForWork(max);
  }

  #ask(callback: Connected): void {
    const kind = lineOfThis();
    if (this.#hasRoomFor(kind)) this.#connect(kind, callback);
    else this.#wait(kind, callback);
  }

  #wait(kind: string, callback: Connected): void {
    const leave = () => {
      this.#turns.leave(kind, serve);
      // The message of `pg`: callers recognize it as an unreachable database.
      callback(new Error('timeout exceeded when trying to connect'), undefined, () => undefined);
    };
    const patience = this.#patience > 0 ? setTimeout(leave, this.#patience).unref() : undefined;
    const serve = () => {
      clearTimeout(patience);
      this.#connect(kind, callback);
    };
    this.#turns.add(kind, serve);
  }

  #connect(kind: string, callback: Connected): void {
    const byRequests = kind === REQUESTS ? 1 : 0;
    this.#asked += 1;
    this.#askedByRequests += byRequests;
    super.connect((error, client, done) => {
      this.#asked -= 1;
      this.#askedByRequests -= byRequests;
      if (client) this.#used.set(client, kind);
      else this.#serve();
      callback(error, client, done);
    });
  }

  /** A closed pool refuses at once, within this call. So the loop rejects callers one by one, without recursion. */
  #serve(): void {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      for (;;) {
        const serve = this.#turns.take((kind) => this.#hasRoomFor(kind));
        if (!serve) return;
        serve();
      }
    } finally {
      this.#isServing = false;
    }
  }
}
