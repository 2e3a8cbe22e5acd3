import { Injectable } from '@nestjs/common';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { ErasedList } from './erased-list.ts';

/** Destroys keys permanently. After a restore from a backup, the list shows which keys must be destroyed again. */
@Injectable()
export class ErasedPeople {
  constructor(
    private readonly keys: PersonalKeys,
    private readonly list: ErasedList,
  ) {}

  /** Adds to the list last, so a listed user has no key, unless a backup was restored. A repetition does no harm. */
  async destroyKey(userId: string): Promise<void> {
    await this.keys.destroy(userId);
    await this.list.add(userId);
  }

  /** Returns the ids of listed users who have a key again. */
  async restoredPeople(): Promise<readonly string[]> {
    const restored = await this.keys.forReading(await this.list.all());
    return [...restored.keys()];
  }

  /** @throws OneLineError when a backup has restored an erased user: the product must send nothing for them, and must not read their texts */
  async assertNoneRestored(): Promise<void> {
    const { length } = await this.restoredPeople();
    if (length === 0) return;
    const people = length === 1 ? 'a person who was' : `${String(length)} people who were`;
    throw new OneLineError(
      `The database contains the keys of ${people} erased after the backup was made. Run \`npm run erasures\` first.`,
    );
  }
}
