import type { EdgeRequest, SignedIn } from './edge-request.ts';

/** Says who sends a request, or null. Bound by Identity; the edge asks it once per request. */
export abstract class SessionReader {
  abstract read(request: EdgeRequest): Promise<SignedIn | null>;
}
