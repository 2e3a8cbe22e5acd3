import type { KeyObject } from 'node:crypto';

/**
 * One data key for each person whose words are in the log. Destroying a key erases those words everywhere at once, also in backups of the
 * log. The events around them stay readable. Keys are key objects: from raw bytes, Node would create one for each field, at four times the
 * cost.
 */
export abstract class PersonalKeys {
  /** The person’s key, generated on first use; null when it has been destroyed. Their words are then not stored. */
  abstract forWriting(subject: string): Promise<KeyObject | null>;
  /** The keys that exist; destroyed and unknown ones are missing. */
  abstract forReading(subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject>>;
  /** Destroys the key for good and notifies other processes. It can run again. */
  abstract destroy(subject: string): Promise<void>;
  /** Destroys many keys at once. */
  abstract destroyAll(subjects: readonly string[]): Promise<void>;
}
