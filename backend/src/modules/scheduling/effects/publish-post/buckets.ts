import type { Platform } from '@posthorn/contracts/shared/platform';
import { Budgets, PAUSE, type Bucket } from '#infrastructure/effects/budgets.ts';
import { hostBucket } from '#infrastructure/effects/host-requests.ts';
import { pauseOf, pausesOf, type ReachedLimit } from '#infrastructure/effects/pauses.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import { PublishRules, type Budget } from '#modules/integrations/ports/publish-rules.ts';
import { Inject, Injectable } from '@nestjs/common';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { UNKNOWN_SERVER } from './due-rows.ts';
import { PublishingMetrics } from './publishing-metrics.ts';
import { TIMES } from '../times.ts';

/**
 * A call that needs tokens. `server`: as in the due table; empty if the platform has one server for all
 * accounts.
 */
type Caller = Readonly<{ postId: number; accountId: number; platform: Platform; server: string }>;
/** The time of the next try. Null: the call may be made now. */
type WaitUntil = string | null;

/** The result "no pause" is reused for this time, in milliseconds. At most `UNPAUSED_MAX` results are cached. */
const UNPAUSED_MS = 1_000;
const UNPAUSED_MAX = 1_000;

/**
 * Limits the calls to each platform from this app, each account and each server. The connectors declare the
 * limits.
 */
@Injectable()
export class Buckets {
  readonly #declared = new Map<Platform, readonly Budget[]>();
  /**
   * Until when the result "no pause" of a caller is reused, on the monotonic clock (`performance.now`).
   */
  readonly #unpaused = new Map<string, number>();
  /** The number of pauses that this process has stored. */
  #storedPauses = 0;

  constructor(
    private readonly budgets: Budgets,
    private readonly rules: PublishRules,
    private readonly metrics: PublishingMetrics,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  /**
   * Takes one token from each bucket of the call, or none. If it takes none, it reserves a turn. `latest`: a turn after
   * this time is useless, so it is not reserved.
   */
  async take(caller: Caller, latest: Date): Promise<WaitUntil> {
    const request = {
      caller: nameOf(caller),
      buckets: await this.#bucketsOf(caller),
      pauses: pausesAt(caller),
    };
    const wait = await this.budgets.take(request, latest);
    if (wait === null) return null;
    this.metrics.tokenRefused(caller.platform, wait.short === PAUSE ? 'platform' : budgetIn(wait.short));
    return wait.at;
  }

  /**
   * Returns the end of the pause that the platform has requested for this account, its server or the whole
   * app; null: there is none. For a second, this may miss a pause that another process has stored. But `take`
   * always reads the pauses before a call.
   */
  async pausedUntil(caller: Omit<Caller, 'postId'>): Promise<WaitUntil> {
    const pauses = pausesAt(caller);
    const names = pauses.join(' ');
    if ((this.#unpaused.get(names) ?? 0) > performance.now()) return null;
    const [storedPauses, startedAt] = [this.#storedPauses, performance.now()];
    const until = await this.budgets.pausedUntil(pauses);
    if (this.#unpaused.size >= UNPAUSED_MAX) this.#unpaused.clear();
    if (until === null && storedPauses === this.#storedPauses)
      this.#unpaused.set(names, startedAt + UNPAUSED_MS);
    else this.#unpaused.delete(names);
    return until;
  }

  /**
   * Stores a pause that the platform has requested. Other posts in the same scope wait too, because they
   * would get the same refusal.
   */
  async pause(caller: Omit<Caller, 'postId'>, limit: ReachedLimit, until: string): Promise<void> {
    this.#storedPauses += 1;
    this.#unpaused.clear();
    await this.budgets.pause(pauseOf(limit, { ...caller, server: serverOf(caller) }, 'posts'), until);
  }

  /** Gives the tokens of a call back, because the call was not made. */
  async giveBack(caller: Caller): Promise<void> {
    await this.budgets.giveBack(await this.#bucketsOf(caller));
  }

  async #bucketsOf(caller: Caller): Promise<readonly Bucket[]> {
    const declared = await this.#declaredBy(caller.platform);
    return declared.flatMap((budget) => bucketOf(budget, caller, this.times.budgetSecond) ?? []);
  }

  async #declaredBy(platform: Platform): Promise<readonly Budget[]> {
    const known = this.#declared.get(platform) ?? (await this.rules.budgetsOf(platform));
    this.#declared.set(platform, known);
    return known;
  }
}

/**
 * The bucket of a caller for a declared budget; null: the server is not known, or is a sandbox server without
 * limits.
 * @param second the length of one second of the budget, in milliseconds
 */
function bucketOf(
  { name, scope, capacity, perSeconds }: Budget,
  caller: Omit<Caller, 'postId'>,
  second: number,
): Bucket | null {
  const { platform, accountId } = caller;
  if (scope === 'server') {
    const server = serverOf(caller);
    return server === '' ? null : hostBucket(server, { calls: capacity, perSeconds }, 1, second);
  }
  const span = perSeconds * second;
  const owner = scope === 'app' ? 'app' : String(accountId);
  // Rounds down to whole microseconds, the unit of the database. Rounded up, a full bucket would have one
  // token less.
  const every = Math.floor((span * 1000) / capacity) / 1000;
  return { name: `${platform}/${owner}/${name}`, every, span };
}

/** Empty for an unknown server, and for servers of the sandbox, which have no limits. */
const serverOf = ({ server }: Pick<Caller, 'server'>): string =>
  server === UNKNOWN_SERVER || isSandboxHost(server) ? '' : server;

const pausesAt = (caller: Omit<Caller, 'postId'>): readonly string[] =>
  pausesOf({ ...caller, server: serverOf(caller) }, 'posts');

const nameOf = ({ postId, accountId }: Caller): string =>
  `publication/${String(postId)}/${String(accountId)}`;

const budgetIn = (bucket: string | null): string =>
  bucket?.startsWith('requests:') ? 'requests' : (bucket?.split('/').at(-1) ?? 'reserved');
