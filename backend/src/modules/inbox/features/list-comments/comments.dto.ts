import {
  COMMENT_FILTERS,
  COMMENTS_PAGE,
  type CommentStatusFilter,
} from '@posthorn/contracts/inbox/comments.http';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { searchWords } from '@posthorn/contracts/scheduling/post-search';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { NumberInQuery } from '#infrastructure/http/edge/number-in-query.ts';
import { cleanText } from '#infrastructure/http/edge/clean-text.ts';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import { isStoredTime, type CommentFilter } from '../../read-models/comments/comment-filter.ts';

/** The maximum number of characters in the key of a group. */
const KEY_MAX = 100;

class CommentChoiceDto {
  @IsIn(platforms, { message: INBOX_TEXT.platformNotValid })
  @IsOptional()
  readonly platform?: Platform;

  @MaxLength(KEY_MAX, { message: INBOX_TEXT.groupNotValid })
  @IsString({ message: INBOX_TEXT.groupNotValid })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => clean(value))
  readonly group?: string;

  @MaxText(COMMENTS_PAGE.searchMax, { message: INBOX_TEXT.searchMax })
  @IsString({ message: INBOX_TEXT.searchMax })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => clean(value))
  readonly q?: string;

  protected filterWith(status: CommentStatusFilter | null): CommentFilter {
    const { platform = null, group = null, q = '' } = this;
    return { status, platform, group, words: searchWords(q) };
  }
}

export class CommentFilterDto extends CommentChoiceDto {
  @IsIn(COMMENT_FILTERS, { message: INBOX_TEXT.statusNotValid })
  @IsOptional()
  readonly status?: CommentStatusFilter;

  get filter(): CommentFilter {
    return this.filterWith(this.status ?? null);
  }
}

/** Selects a page of comments. */
export class ListCommentsDto extends CommentFilterDto {
  @Max(COMMENTS_PAGE.limitMax, { message: INBOX_TEXT.limitNotValid })
  @Min(1, { message: INBOX_TEXT.limitNotValid })
  @IsInt({ message: INBOX_TEXT.limitNotValid })
  @IsOptional()
  @NumberInQuery()
  readonly limit?: number;

  @IsString({ message: INBOX_TEXT.cursorNotValid })
  @IsOptional()
  readonly after?: string;
}

/** Removes characters that the database cannot store. */
const clean = (value: unknown): unknown => (typeof value === 'string' ? cleanText(value).trim() : value);

export class MarkCommentDto {
  @IsIn(['read', 'new'], { message: INBOX_TEXT.markNotValid })
  readonly status!: 'read' | 'new';
}

/** Selects the new comments to mark. */
export class MarkManyReadDto extends CommentChoiceDto {
  /** Pages of an earlier release send the ids of comments instead of `until`. */
  @Max(Number.MAX_SAFE_INTEGER, { each: true, message: INBOX_TEXT.idsNotValid })
  @Min(1, { each: true, message: INBOX_TEXT.idsNotValid })
  @IsInt({ each: true, message: INBOX_TEXT.idsNotValid })
  @ArrayMaxSize(COMMENTS_PAGE.limitMax, { message: INBOX_TEXT.idsNotValid })
  @ArrayMinSize(1, { message: INBOX_TEXT.idsNotValid })
  @IsArray({ message: INBOX_TEXT.idsNotValid })
  @IsOptional()
  readonly ids?: readonly number[] | null;

  @ValidateBy({ name: 'until', validator: { validate: isStoredTime } }, { message: INBOX_TEXT.untilNotValid })
  @ValidateIf(({ ids }: MarkManyReadDto) => ids === undefined || ids === null)
  readonly until!: string;

  @Max(Number.MAX_SAFE_INTEGER, { message: INBOX_TEXT.idsNotValid })
  @Min(1, { message: INBOX_TEXT.idsNotValid })
  @IsInt({ message: INBOX_TEXT.idsNotValid })
  @IsOptional()
  readonly idBelow?: number;

  @Max(COMMENTS_PAGE.limitMax, { message: INBOX_TEXT.limitNotValid })
  @Min(1, { message: INBOX_TEXT.limitNotValid })
  @IsInt({ message: INBOX_TEXT.limitNotValid })
  @IsOptional()
  readonly limit?: number;

  @IsString({ message: INBOX_TEXT.cursorNotValid })
  @IsOptional()
  readonly after?: string;

  get filter(): CommentFilter {
    return this.filterWith('new');
  }
}
