import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Client, type Pool } from 'pg';
import { session } from './session.ts';

const RECONNECT_MILLISECONDS = 1_000;

type Hear = (payload: string) => void;

/** LISTEN and NOTIFY between the processes of one product, over one connection that is opened again when it is lost. */
export abstract class DatabaseChannel {
  /** @param back is called whenever the channel is (again) heard, because notifications before that were lost */
  abstract listen(channel: string, hear: Hear, back?: () => void): void;
  /** Whether the connection is open. */
  abstract get isListening(): boolean;
  abstract notify(channel: string, payload: string): Promise<void>;
  /** Sends many payloads in one statement. */
  abstract notifyAll(channel: string, payloads: readonly string[]): Promise<void>;
  abstract close(): Promise<void>;
}

/** For one process only: for specs that start without a database. */
export class LocalChannel extends DatabaseChannel {
  readonly #hearers = new Map<string, Hear[]>();
  override readonly isListening = true;

  override listen(channel: string, hear: Hear): void {
    this.#hearers.set(channel, [...(this.#hearers.get(channel) ?? []), hear]);
  }

  override notify(channel: string, payload: string): Promise<void> {
    for (const hear of this.#hearers.get(channel) ?? []) hear(payload);
    return Promise.resolve();
  }

  override async notifyAll(channel: string, payloads: readonly string[]): Promise<void> {
    for (const payload of payloads) await this.notify(channel, payload);
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}

export class PostgresChannel extends DatabaseChannel {
  readonly #logger = new Logger('database');
  readonly #hearers = new Map<string, Hear[]>();
  readonly #waiting = new Set<() => void>();
  readonly #stop = new AbortController();
  #client: Client | undefined;
  /** The client, after it listens to all channels that were known when it connected. */
  #listening: Client | undefined;
  #late: Promise<unknown> = Promise.resolve();
  #running: Promise<void> | undefined;

  constructor(
    private readonly url: string,
    private readonly pool: Pool,
  ) {
    super();
  }

  override get isListening(): boolean {
    return this.#listening !== undefined;
  }

  override listen(channel: string, hear: Hear, back?: () => void): void {
    this.#hearers.set(channel, [...(this.#hearers.get(channel) ?? []), hear]);
    if (back) this.#waiting.add(back);
    this.#running ??= this.#run();
    // The channel was added after the connection. The client runs one query at a time.
    const client = this.#listening;
    if (!client) return;
    this.#late = this.#late
      .then(() => client.query(`listen ${channel}`))
      .then(() => back?.())
      .catch(() => undefined);
  }

  override async notify(channel: string, payload: string): Promise<void> {
    await this.pool.query('select pg_notify($1, $2)', [channel, payload]);
  }

  override async notifyAll(channel: string, payloads: readonly string[]): Promise<void> {
    await this.pool.query('select pg_notify($1, payload) from unnest($2::text[]) as told(payload)', [
      channel,
      payloads,
    ]);
  }

  override async close(): Promise<void> {
    this.#stop.abort();
    await this.#client?.end().catch(() => undefined);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const open = () => !signal.aborted;
    while (open()) {
      try {
        await this.#connected();
      } catch (error) {
        if (open())
          this.#logger.warn({
            msg: 'The database connection for live updates was lost; Posthorn connects again',
            err: error,
          });
      }
      await pause(RECONNECT_MILLISECONDS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Settles when the connection ends. */
  async #connected(): Promise<void> {
    const client = new Client(session(this.url, 'news'));
    this.#client = client;
    const ended = new Promise<void>((resolve, reject) => {
      client.once('error', reject);
      client.once('end', resolve);
    });
    client.on('notification', ({ channel, payload = '' }) => {
      for (const hear of this.#hearers.get(channel) ?? []) hear(payload);
    });
    try {
      await Promise.race([client.connect(), ended]);
      for (const channel of this.#hearers.keys()) await client.query(`listen ${channel}`);
      this.#listening = client;
      for (const back of this.#waiting) back();
      await ended;
    } finally {
      this.#client = undefined;
      this.#listening = undefined;
      await client.end().catch(() => undefined);
    }
  }
}
