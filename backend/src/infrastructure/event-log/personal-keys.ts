import type { KeyObject } from 'node:crypto';

/**
 * One data key for each person whose texts are in the log. When a key is destroyed, those texts immediately become unreadable, even in backups
 * of the log. The other data of these events stay readable. Keys are key objects: from raw bytes, Node would create one for each field, at four
 * times the cost.
 */
export abstract class PersonalKeys {
  /** The person’s key, generated on first use; null if it has been destroyed. The person’s texts are then not stored. */
  abstract forWriting(subject: string): Promise<KeyObject | null>;
  /** The keys that exist; destroyed and unknown ones are missing. */
  abstract forReading(subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject>>;
  /** Destroys the key for good and notifies other processes. A repetition does no harm. */
  abstract destroy(subject: string): Promise<void>;
  /** Destroys many keys with one statement. */
  abstract destroyAll(subjects: readonly string[]): Promise<void>;
}
