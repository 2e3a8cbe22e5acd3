import type { ExternalDraftRequest, ScheduleDraftRequest } from '@posthorn/contracts/external/drafts.http';
import { EXTERNAL_POST_TEXT } from '@posthorn/contracts/external/posts.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { DRAFT, DRAFT_TEXT } from '@posthorn/contracts/scheduling/drafts.http';
import { POST } from '@posthorn/contracts/scheduling/posts.http';
import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsPositive,
  IsString,
  ValidateNested,
} from 'class-validator';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import { IsZone } from '#infrastructure/http/edge/time-zone.ts';
import { isLocalTime } from '../../read-models/posts/time-words.ts';
import { AsHashtags, FileDto } from '../external-posts/posts.dto.ts';
import { SaveDraftDto } from '../own-drafts/drafts.dto.ts';
import {
  ACCOUNTS_MAX,
  HoldsObjects,
  IfSent,
  IsTime,
  NullIsAbsent,
  Passes,
} from '../write-post/post-fields.dto.ts';

const NOT_VALID = { message: SERVER_TEXT.notValid };
const PLATFORMS = { message: EXTERNAL_POST_TEXT.platformsNotValid };
const FILES = { message: EXTERNAL_POST_TEXT.mediaNotValid };

export class SaveDraftQueryDto {
  @IsIn(['true', 'false'], { message: EXTERNAL_POST_TEXT.trueOrFalse })
  @IsOptional()
  readonly partial?: string;

  get isPartial(): boolean {
    return this.partial === 'true';
  }
}

export class ScheduleDraftDto implements ScheduleDraftRequest {
  @IsTime()
  @IfSent()
  @NullIsAbsent()
  readonly scheduledFor?: string;

  @IsZone(POST_TEXT.timezoneNotValid)
  @IfSent()
  @NullIsAbsent()
  readonly timezone?: string;

  @Passes(isLocalTime, POST_TEXT.timeRequired)
  @IfSent()
  @NullIsAbsent()
  readonly localTime?: string;
}

/**
 * A draft from an API program. Unlike a draft of the screens, it may contain names of platforms, and the URLs of
 * files.
 */
export class ExternalDraftDto extends SaveDraftDto implements ExternalDraftRequest {
  // Repeats the checks, because decorators here replace those of the parent.
  @MaxText(DRAFT.contentMax, { message: DRAFT_TEXT.contentMax })
  @IsString({ message: EXTERNAL_POST_TEXT.hashtagsNotValid })
  @AsHashtags()
  declare readonly hashtags?: string;

  @IsIn(platforms, { ...PLATFORMS, each: true })
  @ArrayMaxSize(platforms.length, PLATFORMS)
  @IsArray(PLATFORMS)
  @IfSent()
  @NullIsAbsent()
  readonly platforms?: Platform[];

  @IsPositive({ ...NOT_VALID, each: true })
  @IsInt({ ...NOT_VALID, each: true })
  @ArrayMaxSize(ACCOUNTS_MAX, NOT_VALID)
  @IsArray(NOT_VALID)
  @IfSent()
  @NullIsAbsent()
  readonly accountIds?: number[];

  @ValidateNested({ ...FILES, each: true })
  @Type(() => FileDto)
  @HoldsObjects(EXTERNAL_POST_TEXT.mediaNotValid)
  @ArrayMaxSize(POST.filesMax, FILES)
  @IsArray(FILES)
  @IfSent()
  @NullIsAbsent()
  readonly media?: FileDto[];

  @IsBoolean(NOT_VALID)
  @IfSent()
  @NullIsAbsent()
  readonly aiReplies?: boolean;
}
