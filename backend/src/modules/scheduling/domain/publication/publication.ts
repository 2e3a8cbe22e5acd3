import { assertNever, type Stream } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { NEW_EFFECT } from '#infrastructure/effects/attempt/effect.ts';
import { actionsResumed, withAction, type ActionStates } from './action-state.ts';
import { isActionEvent } from './actions.ts';
import { isDeletionEvent, resumed, withDeletion, type OpenRemoteDeletion } from './remote-deletion.ts';
import { publicationShapes, type PublicationEvent, type Target } from './publication-events.ts';
import { publishingAfter, type Copied, type PublishingEffect } from './publication-moves.ts';

/** The state of one post on one account. */
export type Publication = PublishingEffect &
  Readonly<{
    target: Target | null;
    prepared: Readonly<{ contentHash: string; refs: JsonObject }> | null;
    /** The hash of the content of the last attempt. */
    contentHash: string | null;
    /** Warnings for the owner, each with the revision of the post that was checked. */
    warnings: readonly Readonly<{ code: string; postRevision: number }>[];
    /** The published post as the platform knows it. */
    remote: Copied | null;
    /** When the first attempt started. All copies are younger. */
    firstAttemptAt: string | null;
    /** When a worker searches for a second copy of the published post, or for its public id; null: no search is planned. */
    lookAgainAt: string | null;
    /** When the post was published, if the platform assigns its public id later; null: the id is known, or no search is planned. */
    awaitsPublicId: string | null;
    /** The known second copies of the published post. */
    duplicates: readonly Readonly<{ remoteId: string; permalink: string | null }>[];
    /** The last request to delete a copy. */
    deletion: OpenRemoteDeletion | null;
    /** The other actions on the published post. */
    actions: ActionStates;
    /** Remote ids that were deleted. */
    deleted: readonly string[];
  }>;

/** The stream id of one post on one account. */
export const publicationId = (postId: number, accountId: number): string =>
  `${String(postId)}-${String(accountId)}`;

/** Whether the publication has ended. Nothing more happens to it unless a person requests this. */
export const isSettled = ({ status }: Publication): boolean =>
  status === 'posted' || status === 'failed' || status === 'cancelled';

export const publicationStream: Stream<Publication, PublicationEvent> = {
  category: 'publication',
  initial: {
    ...NEW_EFFECT,
    status: 'scheduled',
    target: null,
    prepared: null,
    contentHash: null,
    warnings: [],
    remote: null,
    firstAttemptAt: null,
    lookAgainAt: null,
    awaitsPublicId: null,
    duplicates: [],
    deletion: null,
    actions: {},
    deleted: [],
  },
  evolve(before, event) {
    const { postId, accountId, ownerId, platform } = event.data;
    const target = before.target ?? { postId, accountId, ownerId, platform };
    const next: Publication = { ...before, ...publishingAfter(before, event), target };
    if (isDeletionEvent(event)) {
      const id =
        event.type === 'RemotePostDeleted' ? (next.deletion?.remoteId ?? next.remote?.remoteId) : null;
      const deleted = id == null ? next.deleted : [...next.deleted, id];
      return { ...next, deletion: withDeletion(next.deletion, event), deleted };
    }
    if (isActionEvent(event)) return { ...next, actions: withAction(next.actions, event) };
    switch (event.type) {
      case 'PublishPrepared': {
        const { contentHash, refs } = event.data;
        return { ...next, prepared: { contentHash, refs } };
      }
      case 'PublishAttemptStarted': {
        const { contentHash, startedAt } = event.data;
        return { ...next, contentHash, firstAttemptAt: next.firstAttemptAt ?? startedAt };
      }
      case 'PlatformPublished': {
        const { remoteId, permalink, lookAgainAt = null, publishedAt } = event.data;
        const awaitsPublicId = event.data.awaitsPublicId ? publishedAt : null;
        return { ...next, warnings: [], remote: { remoteId, permalink }, lookAgainAt, awaitsPublicId };
      }
      case 'PublicIdAssigned': {
        const { remoteId, permalink } = event.data;
        return { ...next, remote: { remoteId, permalink }, lookAgainAt: null, awaitsPublicId: null };
      }
      case 'PublicIdSearchEnded':
        return { ...next, lookAgainAt: null, awaitsPublicId: null };
      case 'DuplicateDetected': {
        const { remoteId, permalink } = event.data;
        return { ...next, duplicates: [...next.duplicates, { remoteId, permalink }] };
      }
      case 'DuplicateSearchEnded':
        return { ...next, lookAgainAt: null };
      case 'PublicationWarned': {
        const { code, postRevision } = event.data;
        const same = next.warnings.filter((warning) => warning.postRevision === postRevision);
        return { ...next, warnings: [...same, { code, postRevision }] };
      }
      case 'PublicationResumed': {
        const { resumedAt } = event.data;
        const deletion = resumed(next.deletion, resumedAt);
        return { ...next, warnings: [], deletion, actions: actionsResumed(next.actions, resumedAt) };
      }
      case 'PublishAccepted':
      case 'PlatformPublishFailed':
      case 'PlatformPublishUnknown':
      case 'PublishLookedUp':
      case 'PublishPostponed':
      case 'PublishAttemptNotStarted':
      case 'PublishRetryRequested':
      case 'PublicationCancelled':
        return next;
      default:
        return assertNever(event);
    }
  },
  shapes: publicationShapes,
};

export type { PublicationEvent } from './publication-events.ts';
