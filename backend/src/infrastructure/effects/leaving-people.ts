import { ERASURE_CATEGORY } from '@posthorn/event-sourcing/subject-erased';
import { Injectable } from '@nestjs/common';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';

/** Who has asked to be deleted, as the log has it at this moment: they are locked out, and nothing more goes out for them. */
@Injectable()
export class LeavingPeople {
  constructor(private readonly reader: EventReader) {}

  /** The first event of an erasure is that it was asked for, or that it has happened; nothing takes it back. */
  has(userId: string): Promise<boolean> {
    return this.reader.hasEvents(`${ERASURE_CATEGORY}-${userId}`);
  }
}
