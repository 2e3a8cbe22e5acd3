import { EventStoreDBClient } from '@eventstore/db-client';
import type { EventStoreDbUrl } from './event-store-db-url.ts';

const CLOSE_MS = 2000;
/** Calls that use the channel of an abandoned client have ended by then. */
const LATE_CALLS_MS = 10_000;

/** A client, and what ends when it is replaced. */
export type CurrentClient = Readonly<{ client: EventStoreDBClient; ended: AbortSignal }>;

/** When a call began: `performance.now()`. */
type Instant = number;

/**
 * One client at a time. An exceeded deadline never makes client 6.2.1 look for another node. A frozen leader or a stuck channel would block
 * everything until the transport notices (20 s and more). A call that timed out gives the client up, and the next call asks the cluster
 * again.
 */
export class EventStoreDbClients {
  readonly #server: EventStoreDbUrl;
  #current: Current;
  #heardAt: Instant = -Infinity;

  /** @throws Error when the URL is invalid */
  constructor(server: EventStoreDbUrl) {
    this.#server = server;
    this.#current = this.#open();
  }

  get current(): CurrentClient {
    return this.#current;
  }

  /** Records that the client has received an answer. */
  heard(client: EventStoreDBClient): void {
    if (client === this.#current.client) this.#heardAt = performance.now();
  }

  /**
   * Gives up a client that has answered no call since this call began. A client that answers others stays: its server is slow, and
   * otherwise
   * all other calls would be repeated at once.
   */
  giveUpSilent(client: EventStoreDBClient, begun: Instant): void {
    if (this.#heardAt < begun) this.giveUp(client);
  }

  /** Ends everything that waits for this client. Does nothing when another call has given it up already. */
  giveUp(client: EventStoreDBClient): void {
    const { client: current, end } = this.#current;
    if (client !== current) return;
    this.#current = this.#open();
    this.#heardAt = -Infinity;
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
   * The leader is another node. The client’s next call goes there by itself, but its open streams stay. A deposed leader without connection
   * sends nothing more, so the streams end and are opened again.
   */
  reopen(client: EventStoreDBClient): void {
    const { client: current, end } = this.#current;
    if (client !== current) return;
    this.#current = withEnd(client);
    end.abort();
  }

  /** Settles within two seconds, because the client’s own end may hang. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    this.#current.end.abort();
    await Promise.race([this.#current.client.dispose().catch(() => undefined), enough]);
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

/** Private parts of client 6.2.1 that have defects. */
type Inside = {
  /** No caller awaits it. Rejects when another call’s search for a node fails. */
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
