import { dryRunAutoReply, type AutoReplyDryRun } from '@posthorn/contracts/inbox/ai.http';
import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { idInPath } from '#infrastructure/http/edge/id-in-path.ts';
import { DryRunAutoReply, CommentedPostNotFound } from './dry-run-auto-reply.query.ts';

class PostIdPipe extends idInPath(CommentedPostNotFound) {}

@Controller()
export class AutoReplyController {
  constructor(private readonly queries: QueryBus) {}

  @Post(dryRunAutoReply.path)
  @HttpCode(200)
  dryRun(@CurrentUserId() userId: string, @Param('id', PostIdPipe) postId: number): Promise<AutoReplyDryRun> {
    return this.queries.execute(new DryRunAutoReply(userId, postId));
  }
}
