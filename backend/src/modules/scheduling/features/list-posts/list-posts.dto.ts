import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { POST_LISTS, POSTS_PAGE, type PostList } from '@posthorn/contracts/scheduling/posts.http';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { NumberInQuery } from '#infrastructure/http/edge/number-in-query.ts';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import { cleanText } from '#infrastructure/http/edge/clean-text.ts';

import { latestPlaceOf, type LatestPlace } from '../../read-models/posts/page-cursor.ts';

/** The parameters of a page. A request without any of them gets the whole list. */
export class ListPostsDto {
  @Max(POSTS_PAGE.limitMax, { message: POST_TEXT.limitNotValid })
  @Min(1, { message: POST_TEXT.limitNotValid })
  @IsInt({ message: POST_TEXT.limitNotValid })
  @IsOptional()
  @NumberInQuery()
  readonly limit?: number;

  @IsString({ message: POST_TEXT.cursorNotValid })
  @IsOptional()
  readonly after?: string;

  @IsIn(POST_LISTS, { message: POST_TEXT.statusNotValid })
  @IsOptional()
  readonly status?: PostList;

  @MaxText(POSTS_PAGE.searchMax, { message: POST_TEXT.searchMax })
  @IsString({ message: POST_TEXT.searchMax })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? cleanText(value).trim() : value))
  readonly q?: string;

  /**
   * The position after which the list of all posts continues; null: the request has no cursor, or filters the posts.
   */
  get placeInAll(): LatestPlace | null {
    if (this.after === undefined || this.status !== undefined || this.q !== undefined) return null;
    return latestPlaceOf(this.after);
  }

  get isPage(): boolean {
    return [this.limit, this.after, this.status, this.q].some((value) => value !== undefined);
  }
}
