import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { EntityManager, InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { DatabaseChannel } from '#infrastructure/database/database-channel.ts';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import type { EncryptedTable } from '#infrastructure/vault/encrypted-tables.ts';
import { PersonalKeys } from './personal-keys.ts';
import type { SubjectKeyEntity } from './subject-key.entity.ts';

/** Milliseconds. A process that misses the message can read an erased person’s texts for at most this long. */
const CACHE_MILLISECONDS = 60_000;
const CACHE_SIZE = 5_000;
/** Each message is the id of a person whose key has been destroyed. */
const CHANNEL = 'posthorn_destroyed_keys';

/** `until`: on the clock of `performance.now()`, which is never set back. */
type Cached = { key: KeyObject | null; until: number };

/** Keys in `vault.subject_key`, each encrypted with the operator’s key ring, which is never in the database. */
@Injectable()
export class PostgresPersonalKeys extends PersonalKeys {
  readonly #cache = new Map<string, Cached>();

  constructor(
    private readonly em: EntityManager,
    private readonly ring: KeyRing,
    private readonly channel: DatabaseChannel,
  ) {
    super();
    channel.listen(CHANNEL, (subject) => {
      this.#remember(subject, null);
    });
  }

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof SubjectKeyEntity>>();
  }

  override async forWriting(subject: string): Promise<KeyObject | null> {
    const cached = this.#remembered(subject);
    if (cached) return cached.key;
    const bytes = randomBytes(32);
    const created = await this.#db
      .insertInto('vault.subject_key')
      .values({ subject, ...this.ring.lockBytes(bytes, contextOf(subject)) })
      .onConflict((known) => known.doNothing())
      .returning('subject')
      .executeTakeFirst();
    if (created) this.#remember(subject, createSecretKey(bytes));
    else await this.#fetch([subject]);
    return this.#remembered(subject)?.key ?? null;
  }

  override async forReading(subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject>> {
    const requested = [...new Set(subjects)];
    const found = new Map<string, KeyObject>();
    const unknown: string[] = [];
    for (const subject of requested) {
      const cached = this.#remembered(subject);
      if (!cached) unknown.push(subject);
      else if (cached.key) found.set(subject, cached.key);
    }
    for (const [subject, key] of await this.#fetch(unknown)) if (key) found.set(subject, key);
    return found;
  }

  override destroy(subject: string): Promise<void> {
    return this.destroyAll([subject]);
  }

  override async destroyAll(subjects: readonly string[]): Promise<void> {
    if (subjects.length === 0) return;
    await this.#db
      .insertInto('vault.subject_key')
      .columns(['subject', 'kid', 'destroyed_at'])
      // Locks in key order, as every other call does, which prevents deadlocks.
      .expression(
        sql`select distinct subject, '', now() from unnest(${subjects}::text[]) as s(subject) order by 1`,
      )
      .onConflict((known) =>
        known.column('subject').doUpdateSet((eb) => ({
          wrapped: null,
          box: null,
          kid: '',
          destroyed_at: eb.fn.coalesce('vault.subject_key.destroyed_at', 'excluded.destroyed_at'),
        })),
      )
      .execute();
    for (const subject of subjects) this.#remember(subject, null);
    await this.channel.notifyAll(CHANNEL, subjects);
  }

  async #fetch(subjects: readonly string[]): Promise<Map<string, KeyObject | null>> {
    const keys = new Map<string, KeyObject | null>();
    if (subjects.length === 0) return keys;
    const rows = await this.#db
      .selectFrom('vault.subject_key')
      .select(['subject', 'kid', 'wrapped', 'box'])
      .where('subject', '=', sql<string>`any(${subjects})`)
      .execute();
    for (const { subject, kid, wrapped, box } of rows) {
      const encrypted = wrapped && box ? { kid, wrapped, box } : null;
      const key = encrypted && createSecretKey(this.ring.openBytes(encrypted, contextOf(subject)));
      keys.set(subject, key);
      this.#remember(subject, key);
    }
    return keys;
  }

  #remembered(subject: string): Cached | undefined {
    const cached = this.#cache.get(subject);
    if (cached && cached.until > performance.now()) return cached;
    this.#cache.delete(subject);
    return undefined;
  }

  #remember(subject: string, key: KeyObject | null): void {
    // A destroyed key stays destroyed, even if a late query still returns it.
    if (key && this.#remembered(subject)?.key === null) return;
    const oldest = this.#cache.keys().next();
    if (this.#cache.size >= CACHE_SIZE && !oldest.done) this.#cache.delete(oldest.value);
    this.#cache.set(subject, { key, until: performance.now() + CACHE_MILLISECONDS });
  }
}

const contextOf = (subject: string): string => `subject:${subject}`;

export const SUBJECT_KEYS: EncryptedTable = {
  name: 'vault.subject_key',
  key: { column: 'subject', type: 'text' },
  contextOf: ({ subject = '' }) => contextOf(subject),
};
