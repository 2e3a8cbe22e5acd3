import { EXTERNAL_POST_TEXT, EXTERNAL_POSTS } from '@posthorn/contracts/external/posts.http';
import { HISTORY_TEXT } from '@posthorn/contracts/scheduling/history.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { POST_LISTS, type PostList } from '@posthorn/contracts/scheduling/posts.http';
import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { IsIn, IsInt, IsOptional, IsString, Max, Min, ValidateBy } from 'class-validator';
import { NumberInQuery } from '#infrastructure/http/edge/number-in-query.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { isInstant } from '../../read-models/posts/time-words.ts';
import { placeOf, type ListPlace, type PostFilter } from '../../read-models/posts/page-cursor.ts';

const NOT_VALID = { message: SERVER_TEXT.notValid };
const TRUE_OR_FALSE = { message: EXTERNAL_POST_TEXT.trueOrFalse };
const LIMIT = { message: POST_TEXT.limitNotValid };

const IsInstant = (message: string = EXTERNAL_POST_TEXT.timeNotValid) =>
  ValidateBy({ name: 'instant', validator: { validate: isInstant } }, { message });
const instantOf = (value: string | undefined): string | null =>
  value === undefined ? null : new Date(value).toISOString();

export class CreateQueryDto {
  @IsIn(['true', 'false'], TRUE_OR_FALSE)
  @IsOptional()
  readonly dry_run?: string;

  get isDryRun(): boolean {
    return this.dry_run === 'true';
  }
}

export class DeleteQueryDto {
  @IsIn(['true', 'false'], TRUE_OR_FALSE)
  @IsOptional()
  readonly only_unpublished?: string;

  get onlyIfUnpublished(): boolean {
    return this.only_unpublished === 'true';
  }
}

export class ShowQueryDto {
  @IsIn(['history'], NOT_VALID)
  @IsOptional()
  readonly include?: string;
}

export class HistoryQueryDto {
  @IsInstant(HISTORY_TEXT.atNotValid)
  @IsOptional()
  readonly at?: string;
}

export class PageQueryDto {
  @IsIn(['targets'], NOT_VALID)
  @IsOptional()
  readonly include?: string;

  @IsIn(POST_LISTS, { message: POST_TEXT.statusNotValid })
  @IsOptional()
  readonly status?: PostList;

  @Max(EXTERNAL_POSTS.pageLimitMax, LIMIT)
  @Min(1, LIMIT)
  @IsInt(LIMIT)
  @IsOptional()
  @NumberInQuery()
  readonly limit?: number;

  @IsString(NOT_VALID)
  @IsOptional()
  readonly cursor?: string;

  @IsIn(platforms, { message: EXTERNAL_POST_TEXT.platformNotValid })
  @IsOptional()
  readonly platform?: Platform;

  @IsInstant()
  @IsOptional()
  readonly from?: string;

  @IsInstant()
  @IsOptional()
  readonly to?: string;

  @IsIn(EXTERNAL_POSTS.orders, { message: EXTERNAL_POST_TEXT.orderNotValid })
  @IsOptional()
  readonly order?: (typeof EXTERNAL_POSTS.orders)[number];

  get filter(): PostFilter {
    const { status = null, platform = null, from, to, order } = this;
    const selection = {
      platform,
      from: instantOf(from),
      to: instantOf(to),
      isNewestFirst: order === 'newest',
    };
    return { status, words: [], selection };
  }

  /** @throws RequestRefused 400 `external.cursor-not-valid` */
  placeOfCursor(filter: PostFilter): ListPlace | null {
    if (this.cursor === undefined) return null;
    const place = placeOf(this.cursor, filter);
    if (!place) throw new RequestRefused('external.cursor-not-valid', POST_TEXT.cursorNotValid);
    return place;
  }
}
