import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { PageRows } from './page-rows.ts';
import { postsToRead, publicPageOf, type PublicPage } from './public-page.ts';

@Injectable()
export class FindPublicPage {
  constructor(
    private readonly rows: PageRows,
    private readonly clock: DatabaseClock,
  ) {}

  /** Returns the current public page, or null if no user has the handle. @param requestedHandle in any letter case */
  async at(requestedHandle: string): Promise<PublicPage | null> {
    const handle = requestedHandle.toLowerCase();
    const person = await this.rows.personAt(handle);
    if (!person) return null;
    const source = await this.rows.sourceOf(person, postsToRead(person));
    return publicPageOf(source, handle, await this.clock.now());
  }
}
