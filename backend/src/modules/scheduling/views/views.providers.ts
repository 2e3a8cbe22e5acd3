import { PostTotals } from '#modules/identity/ports/post-totals.ts';
import { KnownPosts } from '../ports/known-posts.ts';
import { SchedulingPart } from './export/scheduling-part.ts';
import { GetHistoryHandler } from './history/history.query.ts';
import { PostStory } from './history/post-story.ts';
import { NamesOfTokens } from './history/token-actors.ts';
import { NamesOfAccounts } from './list-posts/account-names.ts';
import { CountScheduledOnHandler } from './list-posts/count-scheduled-on.query.ts';
import { GetPostHandler } from './list-posts/get-post.query.ts';
import { ListPostPageHandler } from './list-posts/list-post-page.query.ts';
import { ListPostsHandler } from './list-posts/list-posts.query.ts';
import { PostAsLogged } from './list-posts/post-as-logged.ts';
import { PostPages } from './list-posts/post-pages.ts';
import { PostRows } from './list-posts/post-rows.ts';
import { ShowStatisticsHandler } from './list-posts/show-statistics.query.ts';
import { OwnPosts } from './own-posts.ts';
import { PublicPostRows } from './public-posts/public-post-rows.ts';
import { ListPublicPostsHandler } from './public-posts/public-posts.queries.ts';

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
