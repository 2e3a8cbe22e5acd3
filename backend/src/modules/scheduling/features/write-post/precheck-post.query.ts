import { inTurns } from '@posthorn/batching/in-turns';
import { textFit } from '@posthorn/contracts/integrations/text-count';
import type { PrecheckRequest, PrecheckView } from '@posthorn/contracts/scheduling/posts.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { FitCheck } from './fit-check.ts';
import { PostRequestResolver } from './post-request-resolver.ts';

/** Checks for each account whether a post that is not yet scheduled would fit. Stores and sends nothing. */
export class PrecheckPost extends Query<readonly PrecheckView[]> {
  constructor(
    readonly userId: string,
    readonly request: PrecheckRequest,
  ) {
    super();
  }
}

@QueryHandler(PrecheckPost)
export class PrecheckPostHandler implements IQueryHandler<PrecheckPost> {
  constructor(
    private readonly requests: PostRequestResolver,
    private readonly fit: FitCheck,
  ) {}

  /** @throws the errors that scheduling throws about accounts, files and plan */
  async execute({ userId: ownerId, request }: PrecheckPost): Promise<readonly PrecheckView[]> {
    const { entitled, accounts, body } = await this.requests.resolve(ownerId, request);
    // The post is not stored, so the id is of no importance.
    const fits = await this.fit.fits({ postId: 0, ownerId, suffix: entitled.suffix, body }, accounts);
    return inTurns(fits, 1, ({ account, text, media, problems }) => {
      const { used, max } = textFit(text, account.limits, media);
      return { accountId: account.id, ok: problems.length === 0, problems, text: { used, max } };
    });
  }
}
