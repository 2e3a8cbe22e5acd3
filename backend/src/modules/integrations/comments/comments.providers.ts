import { CommentAccounts } from './comment-accounts.ts';
import {
  AbilitiesOfHandler,
  AllowsAutomaticRepliesHandler,
  PlatformNameOfHandler,
  ReplyLengthOfHandler,
  ReplyRepetitionOfHandler,
} from './comment-rules.handlers.ts';
import { ModerateCommentHandler } from './moderate-comment.handler.ts';
import {
  ReadCommentHandler,
  ReadingOfHandler,
  ReadNewsHandler,
  ReadThreadHandler,
} from './read-comments.handlers.ts';
import { CallReplyHandler, LookUpReplyHandler, PrepareReplyHandler } from './reply.handlers.ts';

export const commentProviders = [
  CommentAccounts,
  AbilitiesOfHandler,
  AllowsAutomaticRepliesHandler,
  PlatformNameOfHandler,
  ReplyLengthOfHandler,
  ReplyRepetitionOfHandler,
  ModerateCommentHandler,
  ReadCommentHandler,
  ReadingOfHandler,
  ReadNewsHandler,
  ReadThreadHandler,
  PrepareReplyHandler,
  CallReplyHandler,
  LookUpReplyHandler,
];
