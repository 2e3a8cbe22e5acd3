import { CommentsToTell } from '#modules/identity/ports/comments-to-tell.ts';
import { DecidedComments } from '../decided-comments.ts';
import { MarkManyReadHandler } from '../mark-comments/mark-many-read.command.ts';
import { NewComments } from '../tell-of-comments/new-comments.ts';
import { CommentGroups } from './comment-groups.ts';
import { CommentPages } from './comment-pages.ts';
import { CommentViews } from './comment-views.ts';
import { GetCommentHandler } from './get-comment.query.ts';
import { ListCommentsHandler } from './list-comments.query.ts';
import { SummarizeInboxHandler } from './summarize-inbox.query.ts';

/** What people are shown and told of their comments, and how they mark them. */
export const viewProviders = [
  CommentGroups,
  CommentPages,
  CommentViews,
  DecidedComments,
  GetCommentHandler,
  ListCommentsHandler,
  MarkManyReadHandler,
  NewComments,
  { provide: CommentsToTell, useExisting: NewComments },
  SummarizeInboxHandler,
];
