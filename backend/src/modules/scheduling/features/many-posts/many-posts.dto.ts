import {
  MANY_POSTS,
  MANY_POSTS_ACTIONS,
  MANY_POSTS_TEXT,
  type ManyPostsRequest,
} from '@posthorn/contracts/scheduling/many-posts.http';
import {
  ValidateBy,
  ValidateIf,
  IsIn,
  IsInt,
  IsPositive,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
} from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { IsZone } from '#infrastructure/http/edge/time-zone.ts';
import { isInstant } from '../../read-models/posts/time-words.ts';
import type { Distance } from '../../read-models/posts/chosen-time.ts';
import { IfSent, NullIsAbsent } from '../write-post/post-fields.dto.ts';

const { idsMax, daysMax, minutesMax } = MANY_POSTS;
const IDS = { message: MANY_POSTS_TEXT.idsNotValid };
const DISTANCE = { message: MANY_POSTS_TEXT.distanceNotValid };

const isWholeUpTo = (value: unknown, max: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value !== 0 && Math.abs(value) <= max;
const IsDistance = (max: number) =>
  applyDecorators(
    NullIsAbsent(),
    IfSent(),
    ValidateBy({ name: 'distance', validator: { validate: (value) => isWholeUpTo(value, max) } }, DISTANCE),
  );
type Times = Readonly<{ ids?: unknown; times?: unknown }>;
const areTimes = ({ ids, times }: Times): boolean =>
  Array.isArray(ids) && Array.isArray(times) && times.length === ids.length && times.every(isInstant);

export class ManyPostsDto implements ManyPostsRequest {
  @IsPositive({ each: true, ...IDS })
  @IsInt({ each: true, ...IDS })
  @ArrayUnique(IDS)
  @ArrayMaxSize(idsMax, IDS)
  @ArrayMinSize(1, IDS)
  readonly ids!: number[];

  @IsIn(MANY_POSTS_ACTIONS, { message: MANY_POSTS_TEXT.actionNotValid })
  readonly action!: ManyPostsRequest['action'];

  @IsDistance(daysMax)
  readonly byDays?: number;

  @IsDistance(minutesMax)
  readonly byMinutes?: number;

  @IsZone(POST_TEXT.timezoneNotValid)
  @IfSent()
  @NullIsAbsent()
  readonly timezone?: string;

  @ValidateBy(
    { name: 'times', validator: { validate: (_, about) => areTimes(about?.object as Times) } },
    { message: MANY_POSTS_TEXT.timesNotValid },
  )
  @ValidateIf((_, value) => value !== undefined)
  @NullIsAbsent()
  readonly times?: string[];

  /** The distance of a move; null: the request contains no distance, or two. */
  get distance(): Distance | null {
    const { byDays, byMinutes, timezone } = this;
    if (byDays !== undefined && byMinutes === undefined) return { days: byDays, zone: timezone };
    return byMinutes !== undefined && byDays === undefined ? { minutes: byMinutes } : null;
  }
}
