import { dryRunAutoReply, type AutoReplyDryRun } from '@posthorn/contracts/inbox/ai.http';
import { stopAutoReply, type CommentView } from '@posthorn/contracts/inbox/comments.http';
import { Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { idInPath } from '#infrastructure/http/edge/id-in-path.ts';
import { CommentIdPipe } from '../../read-models/comments/comment-id.pipe.ts';
import { OwnerDecisions } from '../../stores/comments/owner-decisions.ts';
import { DryRunAutoReply, CommentedPostNotFound } from './dry-run-auto-reply.query.ts';

class PostIdPipe extends idInPath(CommentedPostNotFound) {}

@Controller()
export class AutoReplyController {
  constructor(
    private readonly queries: QueryBus,
    private readonly comments: OwnerDecisions,
  ) {}

  @Post(dryRunAutoReply.path)
  @HttpCode(200)
  dryRun(@CurrentUserId() userId: string, @Param('id', PostIdPipe) postId: number): Promise<AutoReplyDryRun> {
    return this.queries.execute(new DryRunAutoReply(userId, postId));
  }

  @Delete(stopAutoReply.path)
  stop(@CurrentUserId() userId: string, @Param('id', CommentIdPipe) id: number): Promise<CommentView> {
    return this.comments.stopAutoReply(userId, id);
  }
}
