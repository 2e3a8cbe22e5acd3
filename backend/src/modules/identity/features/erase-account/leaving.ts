import { Injectable } from '@nestjs/common';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { erasureStream, isLeaving } from '../../domain/erasure.ts';

/** Whether somebody has asked to be deleted, as the log has it at this moment: no way in opens for them any more. */
@Injectable()
export class Leaving {
  constructor(private readonly reader: EventReader) {}

  async is(userId: string): Promise<boolean> {
    const { state } = await this.reader.load(erasureStream, userId);
    return isLeaving(state);
  }
}
