import { ERASURE_CATEGORY } from '@posthorn/event-sourcing/subject-erased';
import { Injectable } from '@nestjs/common';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';

/** Users who have asked to be deleted, as the log shows at this moment. They are locked out, and nothing more is sent for them. */
@Injectable()
export class UsersBeingErased {
  constructor(private readonly reader: EventReader) {}

  /** The first event of an erasure is its request or its completion; no event undoes it. */
  has(userId: string): Promise<boolean> {
    return this.reader.hasEvents(`${ERASURE_CATEGORY}-${userId}`);
  }
}
