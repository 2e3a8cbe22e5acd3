import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { knownCopies } from './copies.ts';
import { eventAbout } from './event-about.ts';
import { RemotePostCannotBeDeleted, RemotePostIsUnknown } from './publication-errors.ts';
import type { PublicationEvent, Target } from './publication-events.ts';
import type { Publication } from './publication.ts';
import type { OpenRemoteDeletion } from './remote-deletion.ts';

/** `publishRefs`: what was prepared for this post; another copy may have been made from other references. */
export type PostToDelete = Readonly<{
  remoteId: string;
  permalink: string | null;
  publishRefs: JsonObject | null;
}>;

const isOver = ({ status }: OpenRemoteDeletion): boolean => status === 'deleted' || status === 'failed';

/**
 * A person requests the deletion, or requests it again after a failure. `remoteId` names one of several copies; null is the published post itself.
 * @throws RemotePostCannotBeDeleted when nothing is published under that id, it is deleted, or a copy is about to be deleted
 * @throws RemotePostIsUnknown when the id of the post on the platform is unknown
 */
export function requestDeletion(
  publication: Publication,
  target: Target,
  now: Date,
  remoteId: string | null = null,
): PublicationEvent[] {
  const { status, remote, deletion, deleted } = publication;
  if (status !== 'posted' || !remote) throw new RemotePostCannotBeDeleted();
  if (deletion && !isOver(deletion)) throw new RemotePostCannotBeDeleted();
  const wanted = remoteId ?? remote.remoteId;
  if (wanted === null) throw new RemotePostIsUnknown();
  if (deleted.includes(wanted) || !knownCopies(publication).includes(wanted))
    throw new RemotePostCannotBeDeleted();
  const requestedAt = now.toISOString();
  return [
    eventAbout({ target }, 'RemoteDeletionRequested', {
      requestedAt,
      ...(wanted !== remote.remoteId && { remoteId: wanted }),
    }),
  ];
}

/** The post that the request is about, as its platform knows it; null when that is not known. */
export function postToDelete({ remote, duplicates, deletion, prepared }: Publication): PostToDelete | null {
  const copy = duplicates.find(({ remoteId }) => remoteId === deletion?.remoteId);
  if (copy) return { ...copy, publishRefs: null };
  if (remote?.remoteId == null) return null;
  const { remoteId, permalink } = remote;
  return { remoteId, permalink, publishRefs: prepared?.refs ?? null };
}
