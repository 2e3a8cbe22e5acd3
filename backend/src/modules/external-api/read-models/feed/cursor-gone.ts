import { EXTERNAL_EVENT_TEXT } from '@posthorn/contracts/external/events.http';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';

/** The event of the cursor is unknown: it is too old, belongs to another user, or never existed. */
export class CursorGone extends RequestRefused {
  override readonly members: Readonly<{ oldest: string | null }>;

  constructor(oldest: string | null) {
    super('external.cursor-gone', EXTERNAL_EVENT_TEXT.cursorGone);
    this.members = { oldest };
  }
}
