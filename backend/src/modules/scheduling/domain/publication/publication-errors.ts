import { deletionProblemText } from '@posthorn/contracts/scheduling/target-problems';
import { TARGET_TEXT } from '@posthorn/contracts/scheduling/targets';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** Another worker is already making the attempt, or no attempt is due. */
export class PublishingIsElsewhere extends refusal(
  'scheduling.publishing-is-elsewhere',
  'The post is already being published there.',
) {}

export class TargetIsMissing extends refusal('scheduling.target-missing', 'This post has no such account.') {}

export class TargetCannotBeRetried extends refusal(
  'scheduling.target-not-retryable',
  'Only a failed, cancelled or unconfirmed post can be sent again.',
) {}

/** Refuses a retry on a disconnected account, because the retry would fail again. */
export class AccountIsNotConnected extends refusal(
  'scheduling.account-not-connected',
  TARGET_TEXT.notConnected,
) {}

export class OutcomeIsKnown extends refusal(
  'scheduling.target-not-unknown',
  'There is nothing to check: the outcome is already known.',
) {}

export class PostCannotBeLookedUp extends refusal(
  'scheduling.platform-cannot-be-asked',
  'Posthorn cannot check right now whether the post is there. Please try again in a few minutes.',
) {}

export class RemotePostCannotBeDeleted extends refusal(
  'scheduling.remote-post-not-deletable',
  'There is nothing to delete: the post is not published there, or its deletion is under way or done.',
) {}

export class RemotePostIsUnknown extends refusal(
  'scheduling.remote-post-unknown',
  'Posthorn does not know which post on the platform this is. Delete it there.',
) {}

export class PlatformCannotDelete extends refusal(
  'scheduling.platform-cannot-delete',
  deletionProblemText('cannot-delete', true),
) {}

export class DeletionIsNotGranted extends refusal(
  'scheduling.deletion-not-granted',
  deletionProblemText('permission-missing', true),
) {}
