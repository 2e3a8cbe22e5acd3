import {
  linkTreeAccounts,
  linkTreePosts,
  linkTreeUser,
  type LinkTreeAccount,
  type LinkTreePost,
  type LinkTreeUser,
} from '@posthorn/contracts/link-tree/public-page.http';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { ProfileNotFound } from '../../domain/link-page/link-page-errors.ts';
import { FindPublicPage } from '../../read-models/pages/find-public-page.ts';
import { accountsIn, postsIn, userIn } from '../../read-models/pages/page-views.ts';
import type { PublicPage } from '../../read-models/pages/public-page.ts';

/** Both forms of a path: with the handle in the path, or in the query. */
const bothForms = (path: string): string[] => [path, path.replace('/:handle', '')];

/** The content of a public page as JSON. */
@Public()
@Controller()
export class LinkTreeController {
  constructor(private readonly pages: FindPublicPage) {}

  @Get(bothForms(linkTreeUser.path))
  async user(@Param('handle') inPath?: string, @Query('handle') inQuery?: unknown): Promise<LinkTreeUser> {
    return userIn(await this.#page(inPath ?? inQuery));
  }

  @Get(bothForms(linkTreePosts.path))
  async posts(
    @Param('handle') inPath?: string,
    @Query('handle') inQuery?: unknown,
  ): Promise<readonly LinkTreePost[]> {
    return postsIn(await this.#page(inPath ?? inQuery));
  }

  @Get(bothForms(linkTreeAccounts.path))
  async accounts(
    @Param('handle') inPath?: string,
    @Query('handle') inQuery?: unknown,
  ): Promise<readonly LinkTreeAccount[]> {
    return accountsIn(await this.#page(inPath ?? inQuery));
  }

  /** @param handle not a string if the query contains several handles @throws ProfileNotFound */
  async #page(handle: unknown): Promise<PublicPage> {
    const page = typeof handle === 'string' ? await this.pages.at(handle) : null;
    if (!page) throw new ProfileNotFound();
    return page;
  }
}
