import type { KeyObject } from 'node:crypto';

/**
 * One data key per person whose words are in the log. Destroying a key erases those words everywhere at once, in
 * backups of the log too; the events around them stay readable.
 * They travel as key objects: from raw bytes, node would make one for every single field, at four times the cost.
 */
export abstract class PersonalKeys {
  /** The person's key, made on first use; null when it has been destroyed: their words are then not stored at all. */
  abstract forWriting(subject: string): Promise<KeyObject | null>;
  /** The keys there are; a destroyed or unknown one is absent. */
  abstract forReading(subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject>>;
  /** For ever, and other processes hear of it. Repeating it is harmless. */
  abstract destroy(subject: string): Promise<void>;
  /** The same for many at once. */
  abstract destroyAll(subjects: readonly string[]): Promise<void>;
}
