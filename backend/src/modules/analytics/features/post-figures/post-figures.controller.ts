import {
  analyticsOfPosts,
  ANALYTICS,
  ANALYTICS_TEXT,
  postAnalytics,
  postLooks,
  refreshAnalytics,
  type FiguresOfPostView,
  type LookView,
  type PostMetricsView,
  type RefreshView,
} from '@posthorn/contracts/analytics/analytics.http';
import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';
import { PostIsMissing } from '../../domain/metrics/analytics-errors.ts';
import { PostFigures } from './post-figures.ts';
import { RefreshFigures } from './refresh-figures.command.ts';

const ID = /^[1-9]\d{0,14}$/u;

/** The figures of posts. */
@Controller()
export class PostFiguresController {
  constructor(
    private readonly figures: PostFigures,
    private readonly commands: CommandBus,
  ) {}

  @Get(analyticsOfPosts.path)
  ofPosts(
    @CurrentUserId() userId: string,
    @Query('ids') ids?: string,
  ): Promise<readonly FiguresOfPostView[]> {
    return this.figures.ofPosts(userId, idsIn(ids));
  }

  @Get(postAnalytics.path)
  ofPost(@CurrentUserId() userId: string, @Param('id') id: string): Promise<readonly PostMetricsView[]> {
    return this.figures.ofPost(userId, idOf(id));
  }

  @Get(postLooks.path)
  looks(@CurrentUserId() userId: string, @Param('id') id: string): Promise<readonly LookView[]> {
    return this.figures.pollsOf(userId, idOf(id));
  }

  @Post(refreshAnalytics.path)
  @HttpCode(202)
  refresh(@CurrentUserId() userId: string, @Param('id') id: string): Promise<RefreshView> {
    return this.commands.execute(new RefreshFigures(userId, idOf(id)));
  }
}

/** Handles an id that no post can have like the id of a missing post. */
function idOf(text: string): number {
  if (!ID.test(text)) throw new PostIsMissing();
  return Number(text);
}

function idsIn(text: unknown): readonly number[] {
  const ids = typeof text === 'string' ? text.split(',') : [];
  if (ids.length === 0 || ids.length > ANALYTICS.idsMax || !ids.every((id) => ID.test(id)))
    throw new RequestNotValid({ ids: ANALYTICS_TEXT.ids });
  return [...new Set(ids.map(Number))];
}
