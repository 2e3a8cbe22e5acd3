import { WARNING_TEXT } from '@posthorn/contracts/scheduling/target-problems';
import { Logger } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Connectors } from '../../connectors/connectors.ts';
import type { Connector } from '../../connectors/contract/connector.ts';
import type { AccountAccess } from '../../connectors/contract/account-access.ts';
import { ReadinessOf, type ProblemView, type Readiness, type Refused } from '../../public.ts';
import { expiryOf } from '../../connectors/oauth/oauth-credentials.ts';
import { UsableAccounts } from './usable-accounts.ts';

/** A token that ends sooner than this after the due time might not last for the uploads. */
const SPARE_MS = 10 * 60_000;

type Answer = Readonly<{ kind: 'asked' | 'not-asked'; problems: readonly ProblemView[] }> | Refused;

@QueryHandler(ReadinessOf)
export class ReadinessOfHandler implements IQueryHandler<ReadinessOf> {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
  ) {}

  async execute(question: ReadinessOf): Promise<Readiness> {
    const answer = await this.#ask(question);
    if (answer.kind !== 'refused') return { problems: answer.problems, asked: answer.kind === 'asked' };
    const problem =
      answer.reason === 'reconnect'
        ? { code: 'reconnect', message: WARNING_TEXT.reconnect }
        : { code: 'not-connected', message: WARNING_TEXT.notConnected };
    return { problems: [problem], asked: true };
  }

  async #ask({ target, dueAt }: ReadinessOf): Promise<Answer> {
    const connector = this.connectors.of(target.platform);
    try {
      const ask = async (access: AccountAccess): Promise<Answer> => ({
        kind: 'asked',
        problems: [
          ...(await tokenProblems(connector, access, dueAt)),
          ...((await connector.readiness?.(access, dueAt)) ?? []),
        ],
      });
      return await this.accounts.withAccount(target, ask, { isRepeatable: true });
    } catch (error) {
      // Nobody waits for this check, and a platform in trouble now may be well when the post is due.
      this.#logger.warn({ msg: 'readiness not asked', accountId: target.accountId, err: error });
      return { kind: 'not-asked', problems: [] };
    }
  }
}

/** Renews tokens now that would have ended by the due time. What only their owner can renew is a problem. */
async function tokenProblems(
  connector: Connector,
  access: AccountAccess,
  dueAt: string,
): Promise<readonly ProblemView[]> {
  const stored = await access.credentials();
  const expiresAt = expiryOf(stored);
  if (expiresAt === null || Date.parse(expiresAt) >= Date.parse(dueAt) + SPARE_MS) return [];
  if (!connector.refresh) return [{ code: 'permission-ends', message: WARNING_TEXT.permissionEnds }];
  await access.renew(stored, connector.refresh.bind(connector));
  return [];
}
