import { PostTotals } from '#modules/identity/ports/post-totals.ts';
import { KnownPosts } from './ports/known-posts.ts';
import { SchedulingPart } from './features/export-posts/scheduling-part.ts';
import { GetHistoryHandler } from './features/show-history/history.query.ts';
import { PostStory } from './features/show-history/post-story.ts';
import { NamesOfTokens } from './features/show-history/token-actors.ts';
import { NamesOfAccounts } from './read-models/posts/account-names.ts';
import { CountScheduledOnHandler } from './features/list-posts/count-scheduled-on.query.ts';
import { GetPostHandler } from './features/list-posts/get-post.query.ts';
import { ListPostPageHandler } from './features/list-posts/list-post-page.query.ts';
import { ListPostsHandler } from './features/list-posts/list-posts.query.ts';
import { PostAsLogged } from './read-models/posts/post-as-logged.ts';
import { PostPages } from './read-models/posts/post-pages.ts';
import { PostRows } from './read-models/posts/post-rows.ts';
import { ShowStatisticsHandler } from './features/show-statistics/show-statistics.query.ts';
import { OwnPosts } from './read-models/posts/own-posts.ts';
import { PublicPostRows } from './read-models/posts/public-post-rows.ts';
import { ListPublicPostsHandler } from './features/list-public-posts/public-posts.queries.ts';

/** What people are shown of posts. */
export const VIEWS_PROVIDERS = [
  CountScheduledOnHandler,
  GetHistoryHandler,
  GetPostHandler,
  ListPostPageHandler,
  ListPostsHandler,
  ListPublicPostsHandler,
  NamesOfAccounts,
  NamesOfTokens,
  PostAsLogged,
  PostPages,
  PostRows,
  PostStory,
  SchedulingPart,
  ShowStatisticsHandler,
  PublicPostRows,
  OwnPosts,
  { provide: KnownPosts, useExisting: OwnPosts },
  { provide: PostTotals, useExisting: OwnPosts },
];
