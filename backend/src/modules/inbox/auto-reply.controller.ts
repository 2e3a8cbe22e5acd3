import { dryRunAutoReply, type AutoReplyDryRun } from '@posthorn/contracts/inbox/ai.http';
import { Controller, HttpCode, Param, Post, Injectable, type PipeTransform } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/current-user.ts';
import { DryRunAutoReply } from './auto-reply/dry-run-auto-reply.query.ts';
import { PostNotFound } from './auto-reply/post-not-found.ts';

/** What no post can be called is no post. */
@Injectable()
class PostIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d{0,14}$/u.test(value)) throw new PostNotFound();
    return Number(value);
  }
}

@Controller()
export class AutoReplyController {
  constructor(private readonly queries: QueryBus) {}

  @Post(dryRunAutoReply.path)
  @HttpCode(200)
  dryRun(@CurrentUserId() userId: string, @Param('id', PostIdPipe) postId: number): Promise<AutoReplyDryRun> {
    return this.queries.execute(new DryRunAutoReply(userId, postId));
  }
}
