import { Client, type ClientConfig } from 'pg';
import { CHANNEL } from './postgres-schema.ts';
import type { WakeUp } from './wake-up.ts';

const RETRY_MS = 1000;

/**
 * Rings when another process appended. One connection for all subscribers, open while there is one. Losing it costs
 * nothing but speed: subscribers also look by themselves, several times a second.
 */
export class PostgresListener {
  readonly #config: ClientConfig;
  readonly #news: WakeUp;
  #users = 0;
  #client: Client | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(config: ClientConfig, news: WakeUp) {
    this.#config = config;
    this.#news = news;
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
        // What was appended between two connections was announced to nobody.
        this.#news.ring();
      })
      .catch(lost);
  }
}
