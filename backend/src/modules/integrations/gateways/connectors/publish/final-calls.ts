import { Injectable } from '@nestjs/common';
import { CallNotMade } from '#infrastructure/effects/call-not-made.ts';
import { hasErased } from '#infrastructure/event-log/personal-field.ts';
import { watchRequests } from '#infrastructure/outgoing/request-watch.ts';
import type { AccountAccess } from '#connectors/contract/account-access.ts';
import { ReconnectNeeded, wordsOf } from '#connectors/kit/outcomes.ts';
import type { CallOutcome, LookUpOutcome, Unsent } from '../../../ports/publishing.ts';
import { CredentialsAreMissing } from '../../../stores/credentials/credentials.ts';
import { RemoteClaims, type Claimant } from '../../../stores/remote-claims/remote-claims.ts';
import { storableOutcome } from './storable-outcome.ts';
import { AccountSession } from './account-session.ts';

/** The publication or reply that makes an irreversible call, on an account of its owner. */
type Caller = Claimant & Readonly<{ ownerId: string }>;

/**
 * Makes the irreversible call of a connector, and looks up its outcome. Posts and replies use the same code.
 */
@Injectable()
export class FinalCalls {
  constructor(
    private readonly accounts: AccountSession,
    private readonly claims: RemoteClaims,
  ) {}

  /**
   * @param words all texts that the call sends to the platform; no call is made if one of them is erased
   * @throws CallNotMade when the account could not be loaded; after any other error, the call may have been
   * made
   */
  async make(
    caller: Caller,
    words: unknown,
    call: (access: AccountAccess) => Promise<CallOutcome>,
  ): Promise<CallOutcome & Unsent> {
    let isStarted = false;
    const claimed = new Set<string>();
    const step = (access: AccountAccess) => {
      isStarted = true;
      const claim = async (remoteId: string) => {
        const isOurs = await access.claim(remoteId);
        if (isOurs) claimed.add(remoteId);
        return isOurs;
      };
      return call({ ...access, claim });
    };
    const { result: outcome, sent } = await watchRequests(() =>
      this.accounts.withAccount(caller, step, { words }),
    ).catch((error: unknown) => {
      throw isStarted ? error : new CallNotMade(error);
    });
    if (outcome.kind === 'published' && !claimed.has(outcome.remoteId))
      await this.claims.recordPublished(caller, outcome.remoteId);
    const isUnsent = !sent && (outcome.kind === 'refused' || outcome.kind === 'postponed');
    return isUnsent ? { ...outcome, unsent: true } : outcome;
  }

  /**
   * @param known remote ids of posts that are already known; if there are any, the look-up claims nothing
   */
  async lookUp(
    caller: Caller,
    words: unknown,
    ask: (access: AccountAccess) => Promise<LookUpOutcome>,
    known: readonly string[] = [],
  ): Promise<LookUpOutcome> {
    const state = await this.accounts.stateOf(caller);
    // Without the account, Posthorn cannot ask the platform. Its owner can still check on the platform.
    if (!state || state.status === 'new') return { kind: 'cannot-tell' };
    // The texts that would identify the post are erased.
    if (hasErased(words)) return { kind: 'cannot-tell' };
    try {
      const ordinary = this.accounts.access(caller, state);
      const access = known.length === 0 ? ordinary : this.#ignoringKnown(ordinary, caller, known);
      const found = storableOutcome(await ask(access));
      return found.kind === 'published' && known.includes(found.remoteId) ? { kind: 'absent' } : found;
    } catch (error) {
      if (error instanceof CredentialsAreMissing) return { kind: 'cannot-tell' };
      if (error instanceof ReconnectNeeded) return { kind: 'failed', words: wordsOf(error.platformMessage) };
      throw error;
    }
  }

  /**
   * Access with which a look-up ignores the known posts. It claims nothing, because a found post may belong
   * to another publication.
   */
  #ignoringKnown(access: AccountAccess, caller: Caller, known: readonly string[]): AccountAccess {
    const claim = async (id: string) => !known.includes(id) && (await this.claims.isFree(caller, id));
    return { ...access, claim };
  }
}
