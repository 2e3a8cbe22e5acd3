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

  /** The current public page for this handle, in any letter case. Null when no user has the handle. */
  async at(asked: string): Promise<PublicPage | null> {
    const handle = asked.toLowerCase();
    const person = await this.rows.personAt(handle);
    if (!person) return null;
    const source = await this.rows.sourceOf(person, postsToRead(person));
    return publicPageOf(source, handle, await this.clock.now());
  }
}
