import { ConnectorNames } from '../features/list-platforms/connector-names.ts';
import { CommentRules } from '../ports/comment-rules.ts';
import { CommentsOfAccounts } from '../ports/comments-of-accounts.ts';
import { ModerationOnPlatforms } from '../ports/moderation-on-platforms.ts';
import { PlatformNames } from '../ports/platform-names.ts';
import { RepliesOnPlatforms } from '../ports/replies-on-platforms.ts';
import { CommentAccounts } from './comment-accounts.ts';
import { ConnectorCommentRules } from './connector-comment-rules.ts';
import { ModerateComments } from './moderate-comments.ts';
import { ReadComments } from './read-comments.ts';
import { SendReplies } from './send-replies.ts';

export const commentProviders = [
  CommentAccounts,
  { provide: CommentRules, useClass: ConnectorCommentRules },
  { provide: CommentsOfAccounts, useClass: ReadComments },
  { provide: ModerationOnPlatforms, useClass: ModerateComments },
  { provide: PlatformNames, useClass: ConnectorNames },
  { provide: RepliesOnPlatforms, useClass: SendReplies },
];

export const commentPorts = [
  ...[CommentRules, CommentsOfAccounts, ModerationOnPlatforms],
  ...[PlatformNames, RepliesOnPlatforms],
];
