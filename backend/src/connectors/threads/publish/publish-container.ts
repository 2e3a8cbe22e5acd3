import type { CallOutcome, LookUpOutcome } from '../../contract/outcome.ts';
import { idIn, textOf } from '../../kit/json.ts';
import { published, refused, unknown } from '../../kit/outcomes.ts';
import type { ThreadsClient } from '../client.ts';
import type { ThreadsRefs } from './refs.ts';
import type { ThreadsSession } from '../tokens.ts';

/** Within this time after the attempt began, a container may still report `FINISHED` while Threads is publishing the container. */
const UNDECIDED_MS = 60_000;

/** The outcome if no post was found. A container that spam protection stopped never becomes a post. */
export function outcomeOfUnpublished(
  stopped: ThreadsRefs['stopped'],
  attemptStartedAt: string,
  now: Date,
): LookUpOutcome {
  if (!stopped) return { kind: 'absent' };
  const decidedAt = new Date(Date.parse(attemptStartedAt) + UNDECIDED_MS);
  if (now < decidedAt) return { kind: 'pending', until: decidedAt.toISOString() };
  return refused('rejected', stopped.words, false);
}

const CALL_MS = 30_000;
const PERMALINK_MS = 5_000;

/** Publishes a container as a post or a reply. @throws TokenRefused, ThreadsError, OutgoingError, BreakerOpen */
export async function publishContainer(
  client: ThreadsClient,
  session: ThreadsSession,
  container: string,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { token, userId } = session;
  const body = await client.send({
    method: 'POST',
    path: `/${encodeURIComponent(userId)}/threads_publish`,
    fields: { creation_id: container, access_token: token },
    request: { signal, timeoutMs: CALL_MS, newConnection: true },
  });
  const id = idIn(body['id']);
  if (id === null) return unknown('unreadable', 'The platform answered and named no post.');
  return published(id, await permalinkOf(client, session, id, signal));
}

/** The URL of a published post. Errors are ignored, because the post exists. */
async function permalinkOf(
  client: ThreadsClient,
  { token }: ThreadsSession,
  id: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const fields = { fields: 'permalink', access_token: token };
    const request = { signal, timeoutMs: PERMALINK_MS };
    const path = `/${encodeURIComponent(id)}`;
    return textOf((await client.send({ path, fields, request }))['permalink']);
  } catch {
    return null;
  }
}
