import { DRAFT_TEXT, type DraftConflict, type DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** Additional fields of the error response. */
type ErrorMembers = Pick<DraftConflict, 'draft' | 'postId'>;

/** Also thrown for another user's draft, so that a stranger does not learn that it exists. */
export class DraftNotFound extends refusal('scheduling.draft-not-found', DRAFT_TEXT.missing) {}

/** The request does not contain the revision that it changes. */
export class DraftNeedsRevision extends refusal(
  'scheduling.draft-needs-revision',
  DRAFT_TEXT.needsRevision,
) {}

/** Another device has changed the draft since the revision of the request. `draft`: the current draft. */
export class DraftWasChanged extends refusal('scheduling.draft-changed', DRAFT_TEXT.changed) {
  override readonly members: ErrorMembers;

  constructor(draft: DraftView | null) {
    super();
    this.members = { draft, postId: null };
  }

  /** The same error without the draft, for a token that may not read drafts. */
  withoutDraft(): DraftWasChanged {
    return new DraftWasChanged(null);
  }
}

/**
 * The draft was scheduled or deleted. `postId`: the post that was scheduled from it; null: the draft was
 * deleted.
 */
export class DraftIsGone extends refusal('scheduling.draft-gone', (postId: number | null) =>
  postId === null ? DRAFT_TEXT.deleted : DRAFT_TEXT.scheduled,
) {
  override readonly members: ErrorMembers;

  constructor(postId: number | null) {
    super(postId);
    this.members = { draft: null, postId };
  }
}

/** Another request scheduled this draft. `postId`: its post; null while that request is still writing it. */
export class DraftIsScheduled extends refusal('scheduling.draft-scheduled', DRAFT_TEXT.otherScheduled) {
  override readonly members: ErrorMembers;

  constructor(postId: number | null) {
    super();
    this.members = { draft: null, postId };
  }
}

export class DraftLimitReached extends refusal('scheduling.draft-limit-reached', DRAFT_TEXT.limitReached) {}

/** The drafts of the user are too large in total. */
export class DraftsAreTooLarge extends refusal('scheduling.draft-limit-reached', DRAFT_TEXT.allTooLarge) {}

export class DraftIsTooLarge extends refusal('scheduling.draft-too-large', DRAFT_TEXT.tooLarge) {}
