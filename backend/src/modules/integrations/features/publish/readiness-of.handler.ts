import { WARNING_TEXT } from '@posthorn/contracts/scheduling/target-problems';
import { Logger } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Providers } from '../../providers/providers.ts';
import { ReadinessOf, type ProblemView, type Refused } from '../../public.ts';
import { AccountDesk } from './account-desk.ts';

type Answer = Readonly<{ kind: 'asked'; problems: readonly ProblemView[] }> | Refused;

@QueryHandler(ReadinessOf)
export class ReadinessOfHandler implements IQueryHandler<ReadinessOf> {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly desk: AccountDesk,
    private readonly providers: Providers,
  ) {}

  async execute(question: ReadinessOf): Promise<readonly ProblemView[]> {
    const answer = await this.#ask(question);
    if (answer.kind === 'asked') return answer.problems;
    return answer.reason === 'reconnect'
      ? [{ code: 'reconnect', message: WARNING_TEXT.reconnect }]
      : [{ code: 'not-connected', message: WARNING_TEXT.notConnected }];
  }

  async #ask({ target, dueAt }: ReadinessOf): Promise<Answer> {
    const provider = this.providers.of(target.platform);
    try {
      return await this.desk.withAccount<Answer>(target, async (access) => ({
        kind: 'asked',
        problems: (await provider.readiness?.(access, dueAt)) ?? [],
      }));
    } catch (error) {
      // Nobody waits for this check, and a platform in trouble now may be well when the post is due.
      this.#logger.warn({ msg: 'readiness not asked', accountId: target.accountId, err: error });
      return { kind: 'asked', problems: [] };
    }
  }
}
