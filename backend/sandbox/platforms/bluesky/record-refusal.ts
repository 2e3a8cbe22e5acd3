import { POSTS } from './identity.ts';
import { invalid } from './xrpc.ts';

/** A refusal of a post that names the place. */
export const wrong = (path: string, message: string): Error =>
  invalid(`Invalid ${POSTS} record: ${message} at $.record.${path}`);
