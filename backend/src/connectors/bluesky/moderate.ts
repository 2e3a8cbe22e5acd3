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
/** Source: the lexicon of app.bsky.feed.threadgate. */
const HIDDEN_MAX = 300;
const ATTEMPTS = 3;
const CALL_MS = 20_000;

/**
 * Hides replies with the thread gate: a record under the key of the thread's first post. Keeps the gate's rules about who may
 * reply. A new gate has no rules, so everyone may reply.
 */
export function blueskyHiding(
  xrpc: Xrpc,
  calls: AccountCalls<BlueskySession>,
  clock: Clock,
): NonNullable<CommentConnector['hide']> {
  /** Reads the gate of a thread. Null: the thread has no gate. */
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

  /** Writes the gate. False: the owner, or another call, has changed the gate meanwhile. */
  const writeGate = async (
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
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const gate = await gateOf(session, rkey, signal);
        const before = hiddenIn(gate?.record);
        if (before.has(remoteId) === hidden) return { kind: 'done' };
        if (hidden && before.size >= HIDDEN_MAX) return refused('hidden-limit', null, false);
        const hiddenReplies = hidden ? [...before, remoteId] : [...before].filter((uri) => uri !== remoteId);
        const createdAt = clock.now().toISOString();
        const record = { ...(gate?.record ?? { $type: GATE, post, createdAt }), hiddenReplies };
        if (await writeGate(session, rkey, record, gate?.cid ?? null, signal)) return { kind: 'done' };
      }
      return refused('conflict', null, true);
    });
}
