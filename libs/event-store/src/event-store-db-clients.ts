import { EventStoreDBClient } from '@eventstore/db-client';
import type { EventStoreDbUrl } from './event-store-db-url.ts';

const CLOSE_MS = 2000;
/** Milliseconds after which all calls on the channel of an abandoned client have ended. */
const LATE_CALLS_MS = 10_000;

/** A client, and a signal that aborts when another client replaces it, or when its streams must be opened again. */
export type CurrentClient = Readonly<{ client: EventStoreDBClient; ended: AbortSignal }>;

/** When a call began: `performance.now()`. */
type Instant = number;

/**
 * Provides one client at a time. After an exceeded deadline, client 6.2.1 does not look for another node. A frozen leader or a stuck
 * channel would block every call until the transport notices, after 20 s or more. So the caller gives the client up after a time-out, and
 * the next call uses a new client, which asks the cluster again.
 */
export class EventStoreDbClients {
  readonly #server: EventStoreDbUrl;
  #current: Current;
  #lastResponseAt: Instant = -Infinity;

  /** @throws Error when the URL is invalid */
  constructor(server: EventStoreDbUrl) {
    this.#server = server;
    this.#current = this.#open();
  }

  get current(): CurrentClient {
    return this.#current;
  }

  /** Records that the client has received a response. */
  noteResponse(client: EventStoreDBClient): void {
    if (client === this.#current.client) this.#lastResponseAt = performance.now();
  }

  /**
   * Gives up a client that has received no response since `begun`. If the client receives other responses, its server is only slow. To give
   * up this client would repeat all its other calls immediately.
   */
  giveUpSilent(client: EventStoreDBClient, begun: Instant): void {
    if (this.#lastResponseAt < begun) this.giveUp(client);
  }

  /** Replaces this client, and ends everything that waits for it. Does nothing when another call has already given the client up. */
  giveUp(client: EventStoreDBClient): void {
    const { client: current, end } = this.#current;
    if (client !== current) return;
    this.#current = this.#open();
    this.#lastResponseAt = -Infinity;
    end.abort();
    void client.dispose().catch(() => undefined);
    setTimeout(() => {
      void insideOf(client)
        .getChannel()
        .then(
          (channel) => {
            channel.close();
          },
          () => undefined,
        );
    }, LATE_CALLS_MS).unref();
  }

  /**
   * Ends the streams of a client after another node became the leader. The client sends its next call to the new leader, but keeps its open
   * streams. A former leader without connection sends no more events, so the callers open their streams again.
   */
  reopen(client: EventStoreDBClient): void {
    const { client: current, end } = this.#current;
    if (client !== current) return;
    this.#current = withEnd(client);
    end.abort();
  }

  /** Settles within two seconds, even when the client’s own `dispose` hangs. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeLimit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    this.#current.end.abort();
    await Promise.race([this.#current.client.dispose().catch(() => undefined), timeLimit]);
    clearTimeout(timer);
  }

  #open(): Current {
    return withEnd(clientFor(this.#server));
  }
}

type Current = CurrentClient & Readonly<{ end: AbortController }>;

function withEnd(client: EventStoreDBClient): Current {
  const end = new AbortController();
  return { client, ended: end.signal, end };
}

/** Private members of client 6.2.1 that have defects. */
type Inside = {
  /** No caller awaits this promise. It rejects when another call’s search for a node fails. */
  handleError: (...failure: unknown[]) => Promise<void>;
  /** `dispose` ends streams but leaves the connection open. */
  getChannel: () => Promise<Readonly<{ close: () => void }>>;
};

const insideOf = (client: EventStoreDBClient): Inside => client as unknown as Inside;

function clientFor({ url, address }: EventStoreDbUrl): EventStoreDBClient {
  const client = fromUrl(url, address);
  const inside = insideOf(client);
  const { handleError } = inside;
  inside.handleError = (...failure) => handleError(...failure).catch(() => undefined);
  return client;
}

// The client’s message for an invalid URL may contain the password.
function fromUrl(url: string, address: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch {
    throw new Error(`EVENTSTORE_URL cannot be used (${address}): check hosts, options and certificate files`);
  }
}
