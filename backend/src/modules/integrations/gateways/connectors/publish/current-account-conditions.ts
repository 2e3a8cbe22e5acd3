import { checkSaid, type CheckProblem } from '@posthorn/contracts/scheduling/check-sentences';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable, Logger } from '@nestjs/common';
import { appNames, type AppName } from '#infrastructure/config/app-names.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { Connectors } from '#connectors/connectors.ts';
import type { AccountAccess } from '#connectors/contract/account-access.ts';
import type { Connector } from '#connectors/contract/connector.ts';
import type { Refused } from '#connectors/contract/outcome.ts';
import { expiryOf } from '#connectors/kit/oauth/oauth-credentials.ts';
import { PlatformHttp } from '#connectors/kit/platform-http.ts';
import type { AccountConnections, ConnectionState } from '../../../ports/account-connections.ts';
import type { AccountReadiness, Readiness } from '../../../ports/account-readiness.ts';
import type { AccountOfPost } from '../../../ports/remote-posts.ts';
import type { ServerCooldowns } from '../../../ports/server-cooldowns.ts';
import { AccountSession } from './account-session.ts';

/**
 * A token must stay valid for this time after the due time, in milliseconds. Otherwise it might end during
 * the uploads.
 */
const SPARE_MS = 10 * 60_000;

type CheckResult =
  | Readonly<{ kind: 'checked' | 'check-failed'; problems: readonly CheckProblem[] }>
  | Refused;

/** The current state of an account: its connection, its readiness for a due time, and the cooldown of its server. */
@Injectable()
export class CurrentAccountConditions implements AccountConnections, AccountReadiness, ServerCooldowns {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly accounts: AccountSession,
    private readonly connectors: Connectors,
    private readonly http: PlatformHttp,
    private readonly configuration: Configuration,
  ) {}

  async connectionOf(accountId: number, ownerId: string): Promise<ConnectionState> {
    const state = await this.accounts.stateOf({ accountId, ownerId });
    return state === null || state.status === 'new' ? 'disconnected' : state.status;
  }

  async remainingCooldown(target: Omit<AccountOfPost, 'postId'>): Promise<number> {
    const state = await this.accounts.recentStateOf(target);
    if (!state || state.status === 'new') return 0;
    const { server } = state.connection;
    const address = server ?? this.#addressOf(target.platform);
    if (address === null) return 0;
    try {
      return this.http.remainingCooldown(target.platform, address, { userChosen: server !== null });
    } catch (error) {
      // The request to the platform reports a blocked URL later.
      if (error instanceof OutgoingError) return 0;
      throw error;
    }
  }

  async readinessOf(target: AccountOfPost, scheduledFor: string): Promise<Readiness> {
    const result = await this.#check(target, scheduledFor);
    if (result.kind !== 'refused') return { problems: result.problems, asked: result.kind === 'checked' };
    const code = result.reason === 'reconnect' ? 'reconnect' : 'not-connected';
    return { problems: [checkSaid(code, {})], asked: true };
  }

  async #check(target: AccountOfPost, scheduledFor: string): Promise<CheckResult> {
    const connector = this.connectors.connectorOf(target.platform);
    try {
      const check = async (access: AccountAccess): Promise<CheckResult> => ({
        kind: 'checked',
        problems: [
          ...(await tokenProblems(connector, access, scheduledFor)),
          ...((await connector.readiness?.(access, scheduledFor)) ?? []),
        ],
      });
      return await this.accounts.withAccount(target, check, { isRepeatable: true });
    } catch (error) {
      // A failed check is not a problem of the post: a platform that is down now may work when the post is due.
      this.#logger.warn({
        msg: 'The readiness of an account could not be checked; its posts stay scheduled',
        accountId: target.accountId,
        err: error,
      });
      return { kind: 'check-failed', problems: [] };
    }
  }

  /** The URL of the platform's API; null: each account has its own server. */
  #addressOf(platform: Platform): string | null {
    const { platformApps } = this.configuration;
    if (platform === 'instagram') return platformApps.instagramApiUrl;
    return isAppName(platform) ? platformApps[platform].apiUrl : null;
  }
}

const isAppName = (platform: Platform): platform is Platform & AppName =>
  (appNames as readonly string[]).includes(platform);

/**
 * Renews tokens that would end before the due time, or shortly after it. Without a refresh, only the owner can renew the
 * permission: this is a problem.
 */
async function tokenProblems(
  connector: Connector,
  access: AccountAccess,
  scheduledFor: string,
): Promise<readonly CheckProblem[]> {
  const stored = await access.credentials();
  const expiresAt = expiryOf(stored);
  if (expiresAt === null || Date.parse(expiresAt) >= Date.parse(scheduledFor) + SPARE_MS) return [];
  if (!connector.refresh) return [checkSaid('permission-ends', {})];
  await access.renew(stored, connector.refresh.bind(connector));
  return [];
}
