import { changeManyExternalPosts } from '@posthorn/contracts/external/drafts.http';
import {
  changeManyPosts,
  MANY_POSTS_TEXT,
  type OnePostResult,
} from '@posthorn/contracts/scheduling/many-posts.http';
import { answerTo, logFailure } from '#infrastructure/http/error-reply.filter.ts';
import { wordingOf } from '#infrastructure/http/errors/error-wording.ts';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';
import { CurrentToken } from '#infrastructure/http/session/current-token.ts';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import type { TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/session/token-route.ts';
import { Body, Controller, HttpCode, Logger, Post } from '@nestjs/common';
import { CommandBus, type Command } from '@nestjs/cqrs';
import { DeletePost } from '../delete-post/delete-post.command.ts';
import { RetryFailedTargets } from '../settle-targets/retry-failed-targets.command.ts';
import { MovePost } from '../write-post/move-post.command.ts';
import { ManyPostsDto } from './many-posts.dto.ts';

type Results = Readonly<{ results: readonly OnePostResult[] }>;
type Changed = Pick<OnePostResult, 'scheduledFor'>;

/** The same change for up to 100 posts of the signed-in user, or of a token's owner. */
@Controller()
export class ManyPostsController {
  readonly #logger = new Logger('posts');

  constructor(private readonly commands: CommandBus) {}

  @Post(changeManyPosts.path)
  @HttpCode(200)
  change(@CurrentUserId() userId: string, @Body() body: ManyPostsDto): Promise<Results> {
    return this.#changeAll(userId, body);
  }

  @Post(changeManyExternalPosts.path)
  @OpenedByToken(changeManyExternalPosts.scope)
  @HttpCode(200)
  changeExternally(@CurrentToken() { userId }: TokenHolder, @Body() body: ManyPostsDto): Promise<Results> {
    return this.#changeAll(userId, body);
  }

  /** Changes one post after another. So a request loads the server no more than a change of one post. */
  async #changeAll(userId: string, body: ManyPostsDto): Promise<Results> {
    const change = this.#changeOf(userId, body);
    const results: OnePostResult[] = [];
    for (const [index, id] of body.ids.entries())
      results.push(await this.#resultOf(id, () => change(id, index)));
    return { results };
  }

  #changeOf(
    userId: string,
    { action, distance, times }: ManyPostsDto,
  ): (id: number, index: number) => Promise<Changed> {
    if (action === 'delete') return (id) => this.#run(new DeletePost(userId, id));
    if (action === 'retry') return (id) => this.#run(new RetryFailedTargets(userId, id));
    if (distance === null) throw new RequestNotValid({ byDays: MANY_POSTS_TEXT.distanceNotValid });
    return async (id, index) => {
      const move = new MovePost(userId, id, distance, times?.[index] ?? null);
      return { scheduledFor: await this.commands.execute(move) };
    };
  }

  async #run(command: Command<unknown>): Promise<Changed> {
    await this.commands.execute(command);
    return {};
  }

  /** A server error with one post must not end the request, because earlier posts are already changed. */
  async #resultOf(id: number, change: () => Promise<Changed>): Promise<OnePostResult> {
    try {
      return { id, ok: true, ...(await change()) };
    } catch (error) {
      const answer = answerTo(error);
      logFailure(error, answer, { requestId: undefined, logger: this.#logger });
      const { code, message, values } = answer;
      return { id, ok: false, code, message, ...wordingOf({ code, message, values }) };
    }
  }
}
