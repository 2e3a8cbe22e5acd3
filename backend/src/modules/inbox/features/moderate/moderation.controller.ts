import {
  hideComment,
  removeComment,
  unhideComment,
  type CommentView,
  type ModerationAction,
} from '@posthorn/contracts/inbox/comments.http';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CommentIdPipe } from '../../read-models/comments/comment-id.pipe.ts';
import { OwnerDecisions } from '../../stores/comments/owner-decisions.ts';
import { Moderate } from './moderate.command.ts';

@Controller()
export class ModerationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly comments: OwnerDecisions,
  ) {}

  @Post(hideComment.path)
  @HttpCode(202)
  hide(@CurrentUserId() userId: string, @Param('id', CommentIdPipe) id: number): Promise<CommentView> {
    return this.#moderate(userId, id, 'hide');
  }

  @Post(unhideComment.path)
  @HttpCode(202)
  unhide(@CurrentUserId() userId: string, @Param('id', CommentIdPipe) id: number): Promise<CommentView> {
    return this.#moderate(userId, id, 'unhide');
  }

  @Post(removeComment.path)
  @HttpCode(202)
  remove(@CurrentUserId() userId: string, @Param('id', CommentIdPipe) id: number): Promise<CommentView> {
    return this.#moderate(userId, id, 'remove');
  }

  async #moderate(userId: string, id: number, action: ModerationAction): Promise<CommentView> {
    await this.commands.execute(new Moderate(userId, id, action));
    return this.comments.decide(userId, id, () => []);
  }
}
