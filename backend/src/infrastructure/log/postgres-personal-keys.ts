import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { DatabaseChannel } from '../database/database-channel.ts';
import { KeyRing } from '../vault/key-ring.ts';
import type { SealedTable } from '../vault/sealed-tables.ts';
import { PersonalKeys } from './personal-keys.ts';

/** Should the news go past it, another process goes on reading an erased person for at most this long. */
const CACHE_MILLISECONDS = 60_000;
const CACHE_SIZE = 5_000;
/** Each message names a person whose key has been destroyed. */
const CHANNEL = 'posthorn_destroyed_keys';

type Row = { subject: string; kid: string; wrapped: Buffer | null; box: Buffer | null };
type Cached = { key: KeyObject | null; until: number };

/** Keys in `vault.subject_key`, each wrapped by the operator's key ring, which is never in the database. */
@Injectable()
export class PostgresPersonalKeys extends PersonalKeys {
  readonly #cache = new Map<string, Cached>();

  constructor(
    private readonly pool: Pool,
    private readonly ring: KeyRing,
    private readonly channel: DatabaseChannel,
  ) {
    super();
    channel.listen(CHANNEL, (subject) => {
      this.#remember(subject, null);
    });
  }

  override async forWriting(subject: string): Promise<KeyObject | null> {
    const cached = this.#remembered(subject);
    if (cached) return cached.key;
    const { kid, wrapped, box } = this.ring.lockBytes(randomBytes(32), contextOf(subject));
    await this.pool.query(
      `insert into vault.subject_key (subject, kid, wrapped, box) values ($1, $2, $3, $4) on conflict do nothing`,
      [subject, kid, wrapped, box],
    );
    await this.#fetch([subject]);
    return this.#remembered(subject)?.key ?? null;
  }

  override async forReading(subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject>> {
    const wanted = [...new Set(subjects)];
    const found = new Map<string, KeyObject>();
    const unknown: string[] = [];
    for (const subject of wanted) {
      const cached = this.#remembered(subject);
      if (!cached) unknown.push(subject);
      else if (cached.key) found.set(subject, cached.key);
    }
    for (const [subject, key] of await this.#fetch(unknown)) if (key) found.set(subject, key);
    return found;
  }

  override async destroy(subject: string): Promise<void> {
    await this.pool.query(
      `insert into vault.subject_key (subject, kid, destroyed_at) values ($1, '', now())
       on conflict (subject) do update
         set wrapped = null, box = null, kid = '', destroyed_at = coalesce(vault.subject_key.destroyed_at, now())`,
      [subject],
    );
    this.#remember(subject, null);
    await this.channel.notify(CHANNEL, subject);
  }

  async #fetch(subjects: readonly string[]): Promise<Map<string, KeyObject | null>> {
    const keys = new Map<string, KeyObject | null>();
    if (subjects.length === 0) return keys;
    const { rows } = await this.pool.query<Row>(
      `select subject, kid, wrapped, box from vault.subject_key where subject = any($1)`,
      [subjects],
    );
    for (const { subject, kid, wrapped, box } of rows) {
      const sealed = wrapped && box ? { kid, wrapped, box } : null;
      const key = sealed && createSecretKey(this.ring.openBytes(sealed, contextOf(subject)));
      keys.set(subject, key);
      this.#remember(subject, key);
    }
    return keys;
  }

  #remembered(subject: string): Cached | undefined {
    const cached = this.#cache.get(subject);
    if (cached && cached.until > Date.now()) return cached;
    this.#cache.delete(subject);
    return undefined;
  }

  #remember(subject: string, key: KeyObject | null): void {
    // A destroyed key stays destroyed, whatever answer was on its way meanwhile.
    if (key && this.#remembered(subject)?.key === null) return;
    const oldest = this.#cache.keys().next();
    if (this.#cache.size >= CACHE_SIZE && !oldest.done) this.#cache.delete(oldest.value);
    this.#cache.set(subject, { key, until: Date.now() + CACHE_MILLISECONDS });
  }
}

const contextOf = (subject: string): string => `subject:${subject}`;

export const SUBJECT_KEYS: SealedTable = {
  name: 'vault.subject_key',
  key: { column: 'subject', type: 'text' },
  contextOf: ({ subject = '' }) => contextOf(subject),
};
