import { EventStoreDBClient } from '@eventstore/db-client';
import type { EventStoreDbUrl } from './event-store-db-url.ts';

const CLOSE_MS = 2000;
/** Calls that had taken the channel of a client that was given up have used it by then. */
const LATE_CALLS_MS = 10_000;

/** A client, and what ends when it is given up for another. */
export type CurrentClient = Readonly<{ client: EventStoreDBClient; ended: AbortSignal }>;

/**
 * One client at a time. An exceeded deadline never makes client 6.2.1 look for another node, so a leader that is frozen,
 * or a channel that is stuck, would hold up everything until the transport notices (20 s and more). Whoever waited in
 * vain gives its client up, and the next call asks the cluster anew.
 */
export class EventStoreDbClients {
  readonly #server: EventStoreDbUrl;
  #current: Current;

  /** @throws Error when the URL is not one to work with */
  constructor(server: EventStoreDbUrl) {
    this.#server = server;
    this.#current = this.#open();
  }

  get current(): CurrentClient {
    return this.#current;
  }

  /** Everything that still waits for this client ends. Nothing happens when another one has given it up already. */
  giveUp(client: EventStoreDBClient): void {
    const { client: current, end } = this.#current;
    if (client !== current) return;
    this.#current = this.#open();
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
   * The leader is another node: the client's next call goes there by itself. What it has open stays where it was, and a leader
   * that was voted out and cut off sends nothing more; so that ends, and is opened again.
   */
  reopen(client: EventStoreDBClient): void {
    const { client: current, end } = this.#current;
    if (client !== current) return;
    this.#current = withEnd(client);
    end.abort();
  }

  /** Settles within two seconds: the client's own end may hang. */
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

/** What client 6.2.1 keeps to itself and gets wrong. */
type Inside = {
  /** Not awaited by any of its callers. Rejects when another call's search for a node fails. */
  handleError: (...failure: unknown[]) => Promise<void>;
  /** `dispose` ends streams and leaves the connection open. */
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

// The client's own words for a bad URL may repeat the password.
function fromUrl(url: string, address: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch {
    throw new Error(`EVENTSTORE_URL cannot be used (${address}): check hosts, options and certificate files`);
  }
}
