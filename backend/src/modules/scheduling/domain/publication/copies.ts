import type { PlatformPublished } from './publication-events.ts';
import type { Publication } from './publication.ts';

/** One copy of a post on its platform, and the evidence for it. */
export type Copy = Readonly<{
  attemptId: string | null;
  remoteId: string;
  permalink: string | null;
  evidence: PlatformPublished['data']['evidence'];
}>;

/** The remote ids of the published post and its known duplicates. The post itself comes first. */
export const knownCopies = ({ remote, duplicates }: Publication): readonly string[] => [
  ...(remote?.remoteId == null ? [] : [remote.remoteId]),
  ...duplicates.map(({ remoteId }) => remoteId),
];

/**
 * Whether another success for a published target means that the platform has a second post.
 * @NOTE If the id of the first post is unknown (a person confirmed it), the success may be about the same post. A platform
 * that first returned a handle may report one post under more than one id. In both cases, only the answer to a call of
 * ours proves a second post.
 */
export function isDuplicate(publication: Publication, { remoteId, evidence }: Copy): boolean {
  if (publication.remote?.remoteId == null || knownCopies(publication).includes(remoteId)) return false;
  return publication.accepted === null || evidence === 'answer';
}

/**
 * Whether a second copy of the post `remoteId` may exist. One attempt creates at most one copy. An id that differs
 * from the handle is the second id of the same post, so it is no sign of a copy.
 */
export function mayBeDuplicated({ attempt, accepted }: Publication, remoteId: string): boolean {
  const hasTwoIds = accepted !== null && accepted.handle !== remoteId;
  return attempt !== null && attempt.number > 1 && !hasTwoIds;
}
