import {
  exportHistory,
  getHistory,
  HISTORY_TEXT,
  type HistoryView,
} from '@posthorn/contracts/scheduling/history.http';
import { toExportLines } from '@posthorn/event-store/verify-export';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { sendLines } from '#infrastructure/http/edge/send-lines.ts';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { GetHistory } from './history.query.ts';
import { PostIdPipe } from '../../read-models/posts/id-pipes.ts';
import { PostStory } from './post-story.ts';
import { isInstant } from '../../read-models/posts/time-words.ts';

/**
 * The history of a post: what happened and who caused it. Also exports the events in a form that can be
 * verified.
 */
@Controller()
export class HistoryController {
  constructor(
    private readonly queries: QueryBus,
    private readonly story: PostStory,
  ) {}

  @Get(getHistory.path)
  history(
    @CurrentUserId() userId: string,
    @Param('id', PostIdPipe) postId: number,
    @Query('at') at?: string,
  ): Promise<HistoryView> {
    return this.queries.execute(new GetHistory(userId, postId, at === undefined ? null : instantOf(at)));
  }

  @Get(exportHistory.path)
  async export(
    @CurrentUserId() userId: string,
    @Param('id', PostIdPipe) postId: number,
    @Res() response: Response,
  ): Promise<void> {
    const events = await this.story.stored(userId, postId);
    response.attachment(`post-${String(postId)}-history.ndjson`);
    // Comes after `attachment`, because that sets a type by the file name.
    response.type('application/x-ndjson');
    await sendLines(withLineEnds(toExportLines(events)), response);
  }
}

async function* withLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

function instantOf(at: string): Date {
  if (!isInstant(at)) throw new RequestNotValid({ at: HISTORY_TEXT.atNotValid });
  return new Date(at);
}
