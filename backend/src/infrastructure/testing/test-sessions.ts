import type { EdgeRequest, SignedIn } from '../http/edge-request.ts';
import { SessionReader } from '../http/session-reader.ts';

const TEST_USER_HEADER = 'x-test-user';
/** Of who signed in long ago: `yes`. */
const TEST_STALE_HEADER = 'x-test-stale';

/** Signed in is who the header names. */
export class TestSessions extends SessionReader {
  override read({ headers }: EdgeRequest): Promise<SignedIn | null> {
    const userId = headers[TEST_USER_HEADER];
    if (typeof userId !== 'string' || !userId) return Promise.resolve(null);
    const isFresh = headers[TEST_STALE_HEADER] === undefined;
    return Promise.resolve({ userId, sessionId: `session-of-${userId}`, isFresh });
  }
}
