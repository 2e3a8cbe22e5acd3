import { Injectable } from '@nestjs/common';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { ErasedList } from './erased-list.ts';

/** Destroys keys for ever: what a backup brings back is found by the list, and destroyed again. */
@Injectable()
export class ErasedPeople {
  constructor(
    private readonly keys: PersonalKeys,
    private readonly list: ErasedList,
  ) {}

  /** The list comes last: whoever is on it has no key, unless a backup was put back. May be repeated. */
  async destroyKey(userId: string): Promise<void> {
    await this.keys.destroy(userId);
    await this.list.add(userId);
  }

  /** Those on the list who have a key again. */
  async backAgain(): Promise<readonly string[]> {
    const back = await this.keys.forReading(await this.list.all());
    return [...back.keys()];
  }

  /** @throws OneLineError when a backup has brought somebody back: nothing may be sent for them, and nothing made of their words */
  async refuseBackAgain(): Promise<void> {
    const { length } = await this.backAgain();
    if (length === 0) return;
    const people = length === 1 ? 'somebody who was' : `${String(length)} people who were`;
    throw new OneLineError(
      `The database knows ${people} erased after that backup was made. Run \`npm run erasures\` first.`,
    );
  }
}
