import { DRAFT_TEXT, type DraftConflict, type DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** Further fields of the answer. */
type Members = Pick<DraftConflict, 'draft' | 'postId'>;

/** Also the answer for another user's draft, so that a stranger learns nothing. */
export class DraftNotFound extends refusal('scheduling.draft-not-found', DRAFT_TEXT.missing) {}

/** The request does not say which revision it changes. */
export class DraftNeedsRevision extends refusal(
  'scheduling.draft-needs-revision',
  DRAFT_TEXT.needsRevision,
) {}

/** Another device changed it since. */
export class DraftWasChanged extends refusal('scheduling.draft-changed', DRAFT_TEXT.changed) {
  override readonly members: Members;

  constructor(draft: DraftView | null) {
    super();
    this.members = { draft, postId: null };
  }

  /** For a token that may not read drafts. */
  withoutDraft(): DraftWasChanged {
    return new DraftWasChanged(null);
  }
}

/** `postId`: the post that it has become, or becomes right now; null: it was deleted. */
export class DraftIsGone extends refusal('scheduling.draft-gone', (postId: number | null) =>
  postId === null ? DRAFT_TEXT.deleted : DRAFT_TEXT.scheduled,
) {
  override readonly members: Members;

  constructor(postId: number | null) {
    super(postId);
    this.members = { draft: null, postId };
  }
}

/** `postId`: null while the other request writes the post. */
export class DraftIsScheduled extends refusal('scheduling.draft-scheduled', DRAFT_TEXT.otherScheduled) {
  override readonly members: Members;

  constructor(postId: number | null) {
    super();
    this.members = { draft: null, postId };
  }
}

export class DraftLimitReached extends refusal('scheduling.draft-limit-reached', DRAFT_TEXT.limitReached) {}

/** All drafts of the user together are too large. */
export class DraftsHaveNoRoom extends refusal('scheduling.draft-limit-reached', DRAFT_TEXT.allTooLarge) {}

export class DraftIsTooLarge extends refusal('scheduling.draft-too-large', DRAFT_TEXT.tooLarge) {}
