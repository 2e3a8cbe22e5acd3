import type { PlatformPublished } from './publication-events.ts';
import type { Publication } from './publication.ts';

/** One copy of a post on its platform, and what showed it. */
export type Copy = Readonly<{
  attemptId: string | null;
  remoteId: string;
  permalink: string | null;
  evidence: PlatformPublished['data']['evidence'];
}>;

/** Remote ids under which the published post is known, the post itself first. */
export const knownCopies = ({ remote, duplicates }: Publication): readonly string[] => [
  ...(remote?.remoteId == null ? [] : [remote.remoteId]),
  ...duplicates.map(({ remoteId }) => remoteId),
];

/**
 * Whether a success of what is published already is a second post.
 * @NOTE one whose id nobody knows (a person saw it) may be this very one, and a platform that gave a handle first may name the
 * post of that handle by more than one id.
 */
export function isDuplicate(publication: Publication, { remoteId, evidence }: Copy): boolean {
  if (publication.remote?.remoteId == null || knownCopies(publication).includes(remoteId)) return false;
  return publication.accepted === null || evidence === 'answer';
}

/** Whether there may be a second copy of what is published as `remoteId`: one attempt makes one. */
export function mayBeThereTwice({ attempt, accepted }: Publication, remoteId: string): boolean {
  const isNamedTwice = accepted !== null && accepted.handle !== remoteId;
  return attempt !== null && attempt.number > 1 && !isNamedTwice;
}
