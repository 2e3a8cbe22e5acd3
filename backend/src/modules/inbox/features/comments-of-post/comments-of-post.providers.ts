import { CommentsUnder } from './comments-under.ts';
import { StepsOfCommentsUnderHandler, StreamsOfCommentsUnderHandler } from './comments-under.handlers.ts';

/** What the history of a post asks of its comments. */
export const commentsOfPostProviders = [
  CommentsUnder,
  StepsOfCommentsUnderHandler,
  StreamsOfCommentsUnderHandler,
];
