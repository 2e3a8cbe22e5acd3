import type { KnownComment } from '../contract/comments.ts';

/** Where replies stand on one level: the id of the comment at the top of the thread, whichever of its comments they answer. */
export const topOf = ({ remoteId, parentRemoteId }: KnownComment): string => parentRemoteId ?? remoteId;
