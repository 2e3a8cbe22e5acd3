import { CommentsUnder } from './comments-under.ts';
import { StepsOfCommentsUnderHandler } from './steps-of-comments-under.query.ts';
import { StreamsOfCommentsUnderHandler } from './streams-of-comments-under.query.ts';

/** What the history of a post asks of its comments. */
export const commentsOfPostProviders = [
  CommentsUnder,
  StepsOfCommentsUnderHandler,
  StreamsOfCommentsUnderHandler,
];
