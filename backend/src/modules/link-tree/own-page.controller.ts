import {
  addLink,
  changeLink,
  changeLinkPage,
  getLinkPage,
  orderLinks,
  removeLink,
  showPostOnPage,
  type LinkPageView,
} from '@posthorn/contracts/link-tree/link-page.http';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/current-user.ts';
import { idInPath } from '#infrastructure/http/id-in-path.ts';
import { PostNotOnPage } from './domain/link-page-errors.ts';
import { AddLink } from './features/own-links/add-link.command.ts';
import { ChangeLink } from './features/own-links/change-link.command.ts';
import { AddLinkDto, ChangeLinkDto, OrderLinksDto } from './features/own-links/links.dto.ts';
import { OrderLinks } from './features/own-links/order-links.command.ts';
import { RemoveLink } from './features/own-links/remove-link.command.ts';
import { ChangePage } from './features/own-page/change-page.command.ts';
import { PageSettingsDto, ShowPostDto } from './features/own-page/page-settings.dto.ts';
import { ShowLinkPage } from './features/own-page/show-link-page.query.ts';
import { ShowPostOnPage } from './features/own-page/show-post-on-page.command.ts';

class PagePostIdPipe extends idInPath(PostNotOnPage) {}

/** The link page of whoever is signed in. */
@Controller()
export class OwnPageController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(getLinkPage.path)
  show(@CurrentUserId() userId: string): Promise<LinkPageView> {
    return this.queries.execute(new ShowLinkPage(userId));
  }

  @Put(changeLinkPage.path)
  @HttpCode(204)
  change(@CurrentUserId() userId: string, @Body() body: PageSettingsDto): Promise<void> {
    return this.commands.execute(new ChangePage(userId, body));
  }

  @Post(addLink.path)
  async add(@CurrentUserId() userId: string, @Body() body: AddLinkDto): Promise<Readonly<{ id: string }>> {
    return { id: await this.commands.execute(new AddLink(userId, body)) };
  }

  /** Before the calls with an id in its place. */
  @Put(orderLinks.path)
  @HttpCode(204)
  order(@CurrentUserId() userId: string, @Body() { linkIds }: OrderLinksDto): Promise<void> {
    return this.commands.execute(new OrderLinks(userId, linkIds));
  }

  @Patch(changeLink.path)
  @HttpCode(204)
  edit(@CurrentUserId() userId: string, @Param('id') id: string, @Body() body: ChangeLinkDto): Promise<void> {
    return this.commands.execute(new ChangeLink(userId, id, body));
  }

  @Delete(removeLink.path)
  @HttpCode(204)
  remove(@CurrentUserId() userId: string, @Param('id') id: string): Promise<void> {
    return this.commands.execute(new RemoveLink(userId, id));
  }

  @Put(showPostOnPage.path)
  @HttpCode(204)
  showPost(
    @CurrentUserId() userId: string,
    @Param('postId', PagePostIdPipe) postId: number,
    @Body() { shown }: ShowPostDto,
  ): Promise<void> {
    return this.commands.execute(new ShowPostOnPage(userId, postId, shown));
  }
}
