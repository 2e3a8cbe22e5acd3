import { Client, type ClientConfig } from 'pg';
import { CHANNEL } from './postgres-schema.ts';
import type { WakeUp } from './wake-up.ts';

const RETRY_MS = 1000;

/**
 * An existing connection for notifications. It calls the callback for each notification, and after each gap. `isListening`: whether the
 * connection is open.
 */
export type Announcements = Readonly<{
  listen(channel: string, onSignal: () => void): void;
  isListening(): boolean;
}>;

/** Signals when another process has appended, while at least one subscriber has joined; see `PostgresListener`. */
export type Listener = Readonly<{ join(): void; leave(): void; isListening: boolean }>;

/** Uses an existing connection from the first subscriber on. */
export class BorrowedListener implements Listener {
  readonly #announcements: Announcements;
  readonly #newEvents: WakeUp;
  #listens = false;

  constructor(announcements: Announcements, newEvents: WakeUp) {
    this.#announcements = announcements;
    this.#newEvents = newEvents;
  }

  get isListening(): boolean {
    return this.#announcements.isListening();
  }

  join(): void {
    if (this.#listens) return;
    this.#listens = true;
    this.#announcements.listen(CHANNEL, () => {
      this.#newEvents.ring();
    });
  }

  leave(): void {
    // The owner of the connection keeps it open. A signal without subscribers has no effect.
  }
}

/**
 * Signals when another process has appended. All subscribers share one connection, which is open while there is a subscriber. Without this
 * connection, delivery is only slower: subscribers then poll several times a second.
 */
export class PostgresListener implements Listener {
  readonly #config: ClientConfig;
  readonly #newEvents: WakeUp;
  #users = 0;
  #client: Client | undefined;
  /** The client, after its LISTEN has succeeded. */
  #listening: Client | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(config: ClientConfig, newEvents: WakeUp) {
    this.#config = config;
    this.#newEvents = newEvents;
  }

  get isListening(): boolean {
    return this.#listening !== undefined && this.#listening === this.#client;
  }

  join(): void {
    this.#users += 1;
    if (this.#users === 1) this.#listen();
  }

  leave(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    void client?.end().catch(() => undefined);
  }

  #listen(): void {
    const client = new Client({ ...this.#config, keepAlive: true, application_name: 'posthorn listener' });
    this.#client = client;
    const lost = () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      void client.end().catch(() => undefined);
      this.#retry = setTimeout(() => {
        this.#listen();
      }, RETRY_MS);
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', () => {
      this.#newEvents.ring();
    });
    client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .then(() => {
        this.#listening = client;
        // Appends between two connections were not announced.
        this.#newEvents.ring();
      })
      .catch(lost);
  }
}
