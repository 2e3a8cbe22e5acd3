import {
  addLink,
  changeLink,
  changeLinkPage,
  changePageAccount,
  getLinkPage,
  orderLinks,
  removeLink,
  showPostOnPage,
  type LinkPageView,
} from '@posthorn/contracts/link-tree/link-page.http';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { idInPath } from '#infrastructure/http/edge/id-in-path.ts';
import { AccountNotOnPage, PostNotOnPage } from '../../domain/link-page/link-page-errors.ts';
import { ShowLinkPage } from './show-link-page.query.ts';
import { OwnPageWriter } from './own-page-writer.ts';
import {
  AddLinkDto,
  ChangeLinkDto,
  ChangePageAccountDto,
  OrderLinksDto,
  PageSettingsDto,
  ShowPostDto,
} from './own-page.dto.ts';

class PagePostIdPipe extends idInPath(PostNotOnPage) {}
class PageAccountIdPipe extends idInPath(AccountNotOnPage) {}

/** The link page of the signed-in user. */
@Controller()
export class OwnPageController {
  constructor(
    private readonly pages: OwnPageWriter,
    private readonly queries: QueryBus,
  ) {}

  @Get(getLinkPage.path)
  show(@CurrentUserId() userId: string): Promise<LinkPageView> {
    return this.queries.execute(new ShowLinkPage(userId));
  }

  @Put(changeLinkPage.path)
  @HttpCode(204)
  change(@CurrentUserId() userId: string, @Body() body: PageSettingsDto): Promise<void> {
    return this.pages.changePage(userId, body);
  }

  @Post(addLink.path)
  async add(@CurrentUserId() userId: string, @Body() body: AddLinkDto): Promise<Readonly<{ id: string }>> {
    return { id: await this.pages.addLink(userId, body) };
  }

  /** @NOTE This route must come before the routes with an id at the same position of the path. */
  @Put(orderLinks.path)
  @HttpCode(204)
  order(@CurrentUserId() userId: string, @Body() { linkIds }: OrderLinksDto): Promise<void> {
    return this.pages.orderLinks(userId, linkIds);
  }

  @Patch(changeLink.path)
  @HttpCode(204)
  edit(@CurrentUserId() userId: string, @Param('id') id: string, @Body() body: ChangeLinkDto): Promise<void> {
    return this.pages.changeLink(userId, id, body);
  }

  @Delete(removeLink.path)
  @HttpCode(204)
  remove(@CurrentUserId() userId: string, @Param('id') id: string): Promise<void> {
    return this.pages.removeLink(userId, id);
  }

  @Patch(changePageAccount.path)
  @HttpCode(204)
  changeAccount(
    @CurrentUserId() userId: string,
    @Param('accountId', PageAccountIdPipe) accountId: number,
    @Body() body: ChangePageAccountDto,
  ): Promise<void> {
    return this.pages.changeAccount(userId, accountId, body);
  }

  @Put(showPostOnPage.path)
  @HttpCode(204)
  showPost(
    @CurrentUserId() userId: string,
    @Param('postId', PagePostIdPipe) postId: number,
    @Body() { shown }: ShowPostDto,
  ): Promise<void> {
    return this.pages.showPost(userId, postId, shown);
  }
}
