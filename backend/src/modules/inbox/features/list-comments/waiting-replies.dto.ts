import { EXTERNAL_REPLIES } from '@posthorn/contracts/external/replies.http';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { NumberInQuery } from '#infrastructure/http/edge/number-in-query.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { placeOf, type CommentFilter, type CommentPlace } from '../../read-models/comments/comment-filter.ts';

const LIMIT = { message: INBOX_TEXT.limitNotValid };

/** Selects a page of comments that the user has neither read nor answered. */
export class WaitingRepliesDto {
  @Max(EXTERNAL_REPLIES.pageLimitMax, LIMIT)
  @Min(1, LIMIT)
  @IsInt(LIMIT)
  @IsOptional()
  @NumberInQuery()
  readonly limit?: number;

  @IsString({ message: INBOX_TEXT.cursorNotValid })
  @IsOptional()
  readonly cursor?: string;

  get filter(): CommentFilter {
    return { status: 'new', platform: null, group: null, words: [] };
  }

  /** @throws RequestRefused 400 `external.cursor-not-valid` */
  get place(): CommentPlace | null {
    if (this.cursor === undefined) return null;
    const place = placeOf(this.cursor, this.filter);
    if (!place) throw new RequestRefused('external.cursor-not-valid', INBOX_TEXT.cursorNotValid);
    return place;
  }
}
