import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Client, type Pool } from 'pg';
import { session } from './session.ts';

const RECONNECT_MILLISECONDS = 1_000;

type OnPayload = (payload: string) => void;

/** LISTEN and NOTIFY between the processes of one product, over one connection. When the connection is lost, the channel opens a new one. */
export abstract class DatabaseChannel {
  /** @param onConnect is called after each (re)connection, because notifications before the connection were lost */
  abstract listen(channel: string, onPayload: OnPayload, onConnect?: () => void): void;
  /** Whether the connection is open. */
  abstract get isListening(): boolean;
  abstract notify(channel: string, payload: string): Promise<void>;
  /** Sends many payloads in one statement. */
  abstract notifyAll(channel: string, payloads: readonly string[]): Promise<void>;
  abstract close(): Promise<void>;
}

/** For one process only: for specs that start without a database. */
export class LocalChannel extends DatabaseChannel {
  readonly #listeners = new Map<string, OnPayload[]>();
  override readonly isListening = true;

  override listen(channel: string, onPayload: OnPayload): void {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), onPayload]);
  }

  override notify(channel: string, payload: string): Promise<void> {
    for (const onPayload of this.#listeners.get(channel) ?? []) onPayload(payload);
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
  readonly #listeners = new Map<string, OnPayload[]>();
  readonly #onConnects = new Set<() => void>();
  readonly #stop = new AbortController();
  #client: Client | undefined;
  /** The connected client. It is set once the client listens to all channels that were known when it connected. */
  #listening: Client | undefined;
  #laterListens: Promise<unknown> = Promise.resolve();
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

  override listen(channel: string, onPayload: OnPayload, onConnect?: () => void): void {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), onPayload]);
    if (onConnect) this.#onConnects.add(onConnect);
    this.#running ??= this.#run();
    // The channel was added after the connection. The client runs one query at a time.
    const client = this.#listening;
    if (!client) return;
    this.#laterListens = this.#laterListens
      .then(() => client.query(`listen ${channel}`))
      .then(() => onConnect?.())
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
    const isRunning = () => !signal.aborted;
    while (isRunning()) {
      try {
        await this.#stayConnected();
      } catch (error) {
        if (isRunning())
          this.#logger.warn({
            msg: 'The database connection for live updates was lost; Posthorn connects again',
            err: error,
          });
      }
      await pause(RECONNECT_MILLISECONDS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Settles when the connection ends. */
  async #stayConnected(): Promise<void> {
    const client = new Client(session(this.url, 'news'));
    this.#client = client;
    const ended = new Promise<void>((resolve, reject) => {
      client.once('error', reject);
      client.once('end', resolve);
    });
    client.on('notification', ({ channel, payload = '' }) => {
      for (const onPayload of this.#listeners.get(channel) ?? []) onPayload(payload);
    });
    try {
      await Promise.race([client.connect(), ended]);
      for (const channel of this.#listeners.keys()) await client.query(`listen ${channel}`);
      this.#listening = client;
      for (const onConnect of this.#onConnects) onConnect();
      await ended;
    } finally {
      this.#client = undefined;
      this.#listening = undefined;
      await client.end().catch(() => undefined);
    }
  }
}
