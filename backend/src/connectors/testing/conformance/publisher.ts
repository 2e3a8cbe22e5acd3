import { setTimeout as pause } from 'node:timers/promises';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { CallOutcome, LookUpOutcome } from '../../contract/outcome.ts';
import type { MediaItem, OutgoingPublication, PublishRefs } from '../../contract/publication.ts';
import type { RemoteAccount, Connector } from '../../contract/connector.ts';
import { MemoryAccess } from '../account-access.ts';
import { storedAfter } from '../another-process.ts';
import type { MovingClock } from './moving-clock.ts';

/** Simulates that the process was killed at this step. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

const ROUNDS_MAX = 60;
/** The real time between look-ups. */
const FETCH_MS = 20;
const A_MINUTE_MS = 60_000;
/** The reason after which the publisher tries again. Any other postponement is an outcome. */
const WORKING = 'processing';

export type Written = Readonly<{
  text: string;
  media?: readonly MediaItem[];
  options?: PublishOptions;
  title?: string | null;
}>;

/** Runs the steps of one publication as the product's worker does, and stores the references between the steps. */
export class Publisher {
  readonly access: MemoryAccess;
  publication: OutgoingPublication;
  refs: PublishRefs | null = null;
  attemptStartedAt = '';
  saves = 0;
  static #posts = 0;

  constructor(
    private readonly connector: Connector,
    private readonly clock: MovingClock,
    account: RemoteAccount,
    { text, media = [], options = {}, title = null }: Written,
  ) {
    this.access = new MemoryAccess(account.limits, account.credentials);
    const postId = ++Publisher.#posts;
    this.publication = {
      postId,
      accountId: this.access.accountId,
      ownerId: 'ana',
      platform: connector.platform,
      title,
      text,
      options,
      media,
      contentHash: `hash of ${String(postId)} ${text}`,
    };
  }

  /**
   * Runs until the publication is prepared, refused or postponed for another reason. `killAfter`: simulates a crash after
   * references were stored this many times.
   */
  async prepare(killAfter = Number.POSITIVE_INFINITY) {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const outcome = await this.connector.prepare(
        this.access,
        this.publication,
        this.refs,
        (refs) => this.#save(refs, killAfter),
        AbortSignal.timeout(A_MINUTE_MS),
      );
      if (outcome.kind === 'prepared') this.refs = outcome.refs;
      if (outcome.kind !== 'postponed' || outcome.reason !== WORKING) return outcome;
      this.clock.advanceTo(new Date(outcome.until));
    }
    throw new Error('The platform never finished processing.');
  }

  #save(refs: PublishRefs, killAfter: number): Promise<void> {
    // References must survive storage as JSON, as in the log.
    this.refs = JSON.parse(JSON.stringify(refs)) as PublishRefs;
    this.saves += 1;
    return this.saves >= killAfter ? Promise.reject(new Killed()) : Promise.resolve();
  }

  async call(withinMs = A_MINUTE_MS): Promise<CallOutcome> {
    this.attemptStartedAt = this.clock.now().toISOString();
    const { access, publication, refs } = this;
    const outcome = await this.connector.call(access, publication, refs ?? {}, AbortSignal.timeout(withinMs));
    this.refs = storedAfter(refs, outcome);
    if (outcome.kind === 'unknown') this.publication = { ...publication, mayExist: true };
    return outcome;
  }

  /** Repeats the look-up until there is an outcome. The post counts as absent after two negative results, half a minute apart. */
  async lookUp(): Promise<LookUpOutcome> {
    let negativeResults = 0;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const { access, publication, refs, attemptStartedAt } = this;
      const found = await this.connector.lookUp(access, publication, refs ?? {}, attemptStartedAt);
      this.refs = storedAfter(refs, found);
      if (found.kind === 'absent' && ++negativeResults >= 2) return found;
      if (found.kind !== 'absent' && found.kind !== 'pending') return found;
      // A platform that fetches files needs some real time.
      await pause(FETCH_MS);
      this.clock.advance(31_000);
    }
    throw new Error('The platform never says what became of it.');
  }

  /** Runs all steps, and follows an accepted post to its final outcome. */
  async publish(): Promise<CallOutcome | LookUpOutcome> {
    const prepared = await this.prepare();
    if (prepared.kind !== 'prepared') return prepared;
    const outcome = await this.call();
    if (outcome.kind !== 'accepted') return outcome;
    // The worker stores the handle of an accepted post with the references, for the look-up.
    this.refs = { ...this.refs, handle: outcome.handle };
    return this.lookUp();
  }
}
