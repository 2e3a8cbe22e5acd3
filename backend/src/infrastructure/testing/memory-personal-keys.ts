import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';

/** Keys for specs that need no database. */
export class MemoryPersonalKeys extends PersonalKeys {
  readonly #keys = new Map<string, KeyObject | null>();

  override forWriting(subject: string): Promise<KeyObject | null> {
    const known = this.#keys.get(subject);
    const key = known === undefined ? createSecretKey(randomBytes(32)) : known;
    this.#keys.set(subject, key);
    return Promise.resolve(key);
  }

  override forReading(subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject>> {
    const found = new Map<string, KeyObject>();
    for (const subject of subjects) {
      const key = this.#keys.get(subject);
      if (key) found.set(subject, key);
    }
    return Promise.resolve(found);
  }

  override destroy(subject: string): Promise<void> {
    this.#keys.set(subject, null);
    return Promise.resolve();
  }

  override async destroyAll(subjects: readonly string[]): Promise<void> {
    for (const subject of subjects) await this.destroy(subject);
  }
}
