import { Client, type ClientConfig } from 'pg';
import { CHANNEL } from './postgres-schema.ts';
import type { WakeUp } from './wake-up.ts';

const RETRY_MS = 1000;

/**
 * An existing connection for notifications, for a process that has one: `heard` is called for each notification, and after a gap.
 * `isListening`: whether the connection is open.
 */
export type Announcements = Readonly<{
  listen(channel: string, heard: () => void): void;
  isListening(): boolean;
}>;

/** Rings when another process has appended, while at least one subscriber has joined; see `PostgresListener`. */
export type Listener = Readonly<{ join(): void; leave(): void; isListening: boolean }>;

/** Uses an existing connection from the first subscriber on. */
export class BorrowedListener implements Listener {
  readonly #announcements: Announcements;
  readonly #news: WakeUp;
  #listens = false;

  constructor(announcements: Announcements, news: WakeUp) {
    this.#announcements = announcements;
    this.#news = news;
  }

  get isListening(): boolean {
    return this.#announcements.isListening();
  }

  join(): void {
    if (this.#listens) return;
    this.#listens = true;
    this.#announcements.listen(CHANNEL, () => {
      this.#news.ring();
    });
  }

  leave(): void {
    // Its owner keeps the connection open; a ring without subscribers has no effect.
  }
}

/**
 * Rings when another process has appended. One connection for all subscribers, open while there is one. Without it the log is only
 * slower: subscribers then also read by themselves, several times a second.
 */
export class PostgresListener implements Listener {
  readonly #config: ClientConfig;
  readonly #news: WakeUp;
  #users = 0;
  #client: Client | undefined;
  /** The client, after it listens. */
  #listening: Client | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(config: ClientConfig, news: WakeUp) {
    this.#config = config;
    this.#news = news;
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
      this.#news.ring();
    });
    client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .then(() => {
        this.#listening = client;
        // Appends between two connections were not announced.
        this.#news.ring();
      })
      .catch(lost);
  }
}
