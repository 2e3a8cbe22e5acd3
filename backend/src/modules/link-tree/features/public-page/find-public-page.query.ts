import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { PageRows } from '../../read-model/page-rows.ts';
import { postsToRead, publicPageOf, type PublicPage } from './public-page.ts';

/** What somebody with this handle, in any case of letters, shows now; null: nobody has it. */
export class FindPublicPage extends Query<PublicPage | null> {
  constructor(readonly handle: string) {
    super();
  }
}

@QueryHandler(FindPublicPage)
export class FindPublicPageHandler implements IQueryHandler<FindPublicPage> {
  constructor(
    private readonly rows: PageRows,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({ handle: asked }: FindPublicPage): Promise<PublicPage | null> {
    const handle = asked.toLowerCase();
    const person = await this.rows.personAt(handle);
    if (!person) return null;
    const source = await this.rows.sourceOf(person, postsToRead(person));
    return publicPageOf(source, handle, await this.clock.now());
  }
}
