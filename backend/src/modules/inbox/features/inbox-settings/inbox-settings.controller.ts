import { blockAuthor, unblockAuthor, type CommentView } from '@posthorn/contracts/inbox/comments.http';
import {
  changeInboxSettings,
  getInboxSettings,
  type InboxSettings,
} from '@posthorn/contracts/inbox/settings.http';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { CommentIdPipe } from '../../read-models/comments/comment-id.pipe.ts';
import { OwnerDecisions } from '../../stores/comments/owner-decisions.ts';
import { BlockAuthor } from './block-author.command.ts';
import { ChangeInboxSettings } from './change-inbox-settings.command.ts';
import { InboxSettingsDto } from './inbox-settings.dto.ts';
import { ShowInboxSettings } from './show-inbox-settings.query.ts';

@Controller()
export class InboxSettingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly comments: OwnerDecisions,
  ) {}

  @Get(getInboxSettings.path)
  show(@CurrentUserId() userId: string): Promise<InboxSettings> {
    return this.queries.execute(new ShowInboxSettings(userId));
  }

  @Put(changeInboxSettings.path)
  async change(@CurrentUserId() userId: string, @Body() body: InboxSettingsDto): Promise<InboxSettings> {
    await this.commands.execute(new ChangeInboxSettings(userId, body));
    return this.queries.execute(new ShowInboxSettings(userId));
  }

  @Post(blockAuthor.path)
  @HttpCode(202)
  block(@CurrentUserId() userId: string, @Param('id', CommentIdPipe) id: number): Promise<CommentView> {
    return this.#setBlocked(userId, id, true);
  }

  @Delete(unblockAuthor.path)
  @HttpCode(202)
  unblock(@CurrentUserId() userId: string, @Param('id', CommentIdPipe) id: number): Promise<CommentView> {
    return this.#setBlocked(userId, id, false);
  }

  /** Returns the current state of the comment, even if the read model is not yet up to date. */
  async #setBlocked(userId: string, id: number, blocked: boolean): Promise<CommentView> {
    await this.commands.execute(new BlockAuthor(userId, id, blocked));
    return { ...(await this.comments.decide(userId, id, () => [])), blocked };
  }
}
