import { randomBytes } from 'node:crypto';
import { PersonalKeys } from '../log/personal-keys.ts';

/** Keys for specs that need no database. */
export class MemoryPersonalKeys extends PersonalKeys {
  readonly #keys = new Map<string, Buffer | null>();

  override forWriting(subject: string): Promise<Buffer | null> {
    const known = this.#keys.get(subject);
    const key = known === undefined ? randomBytes(32) : known;
    this.#keys.set(subject, key);
    return Promise.resolve(key);
  }

  override forReading(subjects: Iterable<string>): Promise<ReadonlyMap<string, Buffer>> {
    const found = new Map<string, Buffer>();
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
}
