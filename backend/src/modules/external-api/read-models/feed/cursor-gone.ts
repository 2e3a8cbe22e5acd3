import { EXTERNAL_EVENT_TEXT } from '@posthorn/contracts/external/events.http';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';

/** Nobody knows the event after which was asked: it is older than what is kept, or somebody else's, or there was none. */
export class CursorGone extends RequestRefused {
  override readonly members: Readonly<{ oldest: string | null }>;

  constructor(oldest: string | null) {
    super('external.cursor-gone', EXTERNAL_EVENT_TEXT.cursorGone);
    this.members = { oldest };
  }
}
