import type { Platform } from '@posthorn/contracts/shared/platform';
import { Budgets, PAUSE, type Bucket } from '#infrastructure/effects/budgets.ts';
import { hostBucket } from '#infrastructure/effects/host-requests.ts';
import { pauseOf, pausesOf } from '#infrastructure/effects/pauses.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import { PublishRules, type Budget } from '#modules/integrations/ports/publish-rules.ts';
import { Inject, Injectable } from '@nestjs/common';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { UNKNOWN_SERVER } from './due-rows.ts';
import { PublishingMetrics } from './publishing-metrics.ts';
import { TIMES } from '../times.ts';

/** A call that wants to be made. `server`: as the due table has it; empty where the platform is one server for all. */
type Caller = Readonly<{ postId: number; accountId: number; platform: Platform; server: string }>;
/** Null: the token is taken, the call may be made now. Otherwise when to come back. */
type WaitUntil = string | null;

/** Milliseconds for which "no pause" is not asked again. */
const OPEN_MS = 1_000;
const OPEN_MOST = 1_000;

/** How much each platform takes from this app and from each account, as its connector declares it. */
@Injectable()
export class Buckets {
  readonly #declared = new Map<Platform, readonly Budget[]>();
  /** By the pauses that were not there: until when that is believed, on the monotonic clock. */
  readonly #open = new Map<string, number>();
  /** How often this process has noted a pause. */
  #shuts = 0;

  constructor(
    private readonly budgets: Budgets,
    private readonly rules: PublishRules,
    private readonly metrics: PublishingMetrics,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  /**
   * One token of each bucket of the platform, all or none. `latest`: a token after it is of no use and is given back.
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
   * Until when the platform wants to be left alone by this account or by the whole app; null when it does not. A pause that another
   * process has noted may be met a second later: before a call `take` asks for it in any case.
   */
  async shutUntil(caller: Omit<Caller, 'postId'>): Promise<WaitUntil> {
    const pauses = pausesAt(caller);
    const names = pauses.join(' ');
    if ((this.#open.get(names) ?? 0) > performance.now()) return null;
    const [shuts, asked] = [this.#shuts, performance.now()];
    const until = await this.budgets.pausedUntil(pauses);
    if (this.#open.size >= OPEN_MOST) this.#open.clear();
    if (until === null && shuts === this.#shuts) this.#open.set(names, asked + OPEN_MS);
    else this.#open.delete(names);
    return until;
  }

  /** The platform has asked for a pause, so that its other posts wait too instead of each running into the same refusal. */
  async shut(caller: Omit<Caller, 'postId'>, scope: Budget['scope'], until: string): Promise<void> {
    this.#shuts += 1;
    this.#open.clear();
    await this.budgets.pause(pauseOf(scope, { ...caller, server: serverOf(caller) }), until);
  }

  /** The call that the token was taken for was not made. */
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
 * A declared budget as the bucket of one caller; null: a budget of a server that is not known, or that counts nothing.
 * @param second how long a second of it is, in milliseconds
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
  // Whole microseconds, as the database counts: rounded up, the last token of a full bucket would be missing.
  const every = Math.floor((span * 1000) / capacity) / 1000;
  return { name: `${platform}/${owner}/${name}`, every, span };
}

/** The sandbox counts no requests. */
const serverOf = ({ server }: Pick<Caller, 'server'>): string =>
  server === UNKNOWN_SERVER || isSandboxHost(server) ? '' : server;

const pausesAt = (caller: Omit<Caller, 'postId'>): readonly string[] =>
  pausesOf({ ...caller, server: serverOf(caller) });

const nameOf = ({ postId, accountId }: Caller): string =>
  `publication/${String(postId)}/${String(accountId)}`;

const budgetIn = (bucket: string | null): string =>
  bucket?.startsWith('requests:') ? 'requests' : (bucket?.split('/').at(-1) ?? 'reserved');
