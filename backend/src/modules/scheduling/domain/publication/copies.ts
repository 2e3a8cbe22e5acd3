import type { PlatformPublished } from './publication-events.ts';
import type { Publication } from './publication.ts';

/** One copy of a post on its platform, and the evidence for it. */
export type Copy = Readonly<{
  attemptId: string | null;
  remoteId: string;
  permalink: string | null;
  evidence: PlatformPublished['data']['evidence'];
}>;

/** Remote ids of the published post, the post itself first. */
export const knownCopies = ({ remote, duplicates }: Publication): readonly string[] => [
  ...(remote?.remoteId == null ? [] : [remote.remoteId]),
  ...duplicates.map(({ remoteId }) => remoteId),
];

/**
 * Whether a success for an already published target means a second post.
 * @NOTE A copy without a known id (a person saw it) may be the same post. A platform that first gave a handle may report the post of that handle
 * under more than one id.
 */
export function isDuplicate(publication: Publication, { remoteId, evidence }: Copy): boolean {
  if (publication.remote?.remoteId == null || knownCopies(publication).includes(remoteId)) return false;
  return publication.accepted === null || evidence === 'answer';
}

/** Whether a second copy of the post `remoteId` may exist. One attempt makes one copy. */
export function mayBeDuplicated({ attempt, accepted }: Publication, remoteId: string): boolean {
  const isNamedTwice = accepted !== null && accepted.handle !== remoteId;
  return attempt !== null && attempt.number > 1 && !isNamedTwice;
}
