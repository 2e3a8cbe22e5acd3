import type { EdgeRequest, SignedIn } from './edge-request.ts';

/** Finds the user who sends a request, or null. Bound by Identity; the edge calls it once per request. */
export abstract class SessionReader {
  abstract read(request: EdgeRequest): Promise<SignedIn | null>;
}
