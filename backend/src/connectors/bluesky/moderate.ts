import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { CommentConnector, ModerationOutcome } from '../contract/comments.ts';
import { objectOf, textOf } from '../kit/json.ts';
import type { AccountCalls } from '../kit/account-calls.ts';
import { refused } from '../kit/outcomes.ts';
import { rkeyIn, saysAbsent } from './look-up/own-posts.ts';
import type { BlueskySession } from './tokens.ts';
import { XrpcError, type Xrpc } from './client/client.ts';
import { hiddenIn } from './comments/remote-comment.ts';

const GATE = 'app.bsky.feed.threadgate';
/** Lexicon of app.bsky.feed.threadgate. */
const HIDDEN_MAX = 300;
const TRIES = 3;
const CALL_MS = 20_000;

/**
 * Hides replies by the gate of the account's own thread: a record under the key of its first post. Its rules about who may reply
 * stay as they are. A gate that is made here has none, so everyone may reply.
 */
export function blueskyHiding(
  xrpc: Xrpc,
  calls: AccountCalls<BlueskySession>,
  clock: Clock,
): NonNullable<CommentConnector['hide']> {
  /** Null: there is none. */
  const gateOf = async (session: BlueskySession, rkey: string, signal: AbortSignal) => {
    try {
      const answer = await xrpc.query({
        server: session.pds,
        method: 'com.atproto.repo.getRecord',
        params: { repo: session.did, collection: GATE, rkey },
        request: { signal, timeoutMs: CALL_MS },
      });
      return { cid: textOf(answer['cid']), record: objectOf(answer['value']) ?? {} };
    } catch (error) {
      if (error instanceof XrpcError && saysAbsent(error)) return null;
      throw error;
    }
  };

  /** False: the owner, or another call to hide, has changed the gate meanwhile. */
  const wrote = async (
    { pds: server, accessJwt: token, did: repo }: BlueskySession,
    rkey: string,
    record: JsonObject,
    swapRecord: string | null,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const method = 'com.atproto.repo.putRecord';
    const body = { repo, collection: GATE, rkey, record, swapRecord };
    try {
      await xrpc.procedure({ server, method, token, body, request: { signal, timeoutMs: CALL_MS } });
      return true;
    } catch (error) {
      if (error instanceof XrpcError && error.code === 'InvalidSwap') return false;
      throw error;
    }
  };

  return (access, { remoteId, postRemoteId: post }, hidden, signal) =>
    calls.call(access, async (session): Promise<ModerationOutcome> => {
      const rkey = rkeyIn(post, session.did);
      if (rkey === null) return refused('not-allowed', null, false);
      for (let round = 0; round < TRIES; round += 1) {
        const gate = await gateOf(session, rkey, signal);
        const before = hiddenIn(gate?.record);
        if (before.has(remoteId) === hidden) return { kind: 'done' };
        if (hidden && before.size >= HIDDEN_MAX)
          return refused('quota', `Bluesky hides at most ${String(HIDDEN_MAX)} replies of a thread.`, false);
        const hiddenReplies = hidden ? [...before, remoteId] : [...before].filter((uri) => uri !== remoteId);
        const createdAt = clock.now().toISOString();
        const record = { ...(gate?.record ?? { $type: GATE, post, createdAt }), hiddenReplies };
        if (await wrote(session, rkey, record, gate?.cid ?? null, signal)) return { kind: 'done' };
      }
      return refused('conflict', null, true);
    });
}
