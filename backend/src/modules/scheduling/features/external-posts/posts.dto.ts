import {
  EXTERNAL_POST_TEXT,
  type CreatePostRequest,
  type ChangePostRequest,
} from '@posthorn/contracts/external/posts.http';
import { OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { areHashtags, hashtagList } from '@posthorn/contracts/scheduling/post-text';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { POST } from '@posthorn/contracts/scheduling/posts.http';
import { MEDIA, MEDIA_TEXT } from '@posthorn/contracts/shared/media.http';
import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsPositive,
  IsString,
  ValidateNested,
} from 'class-validator';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import {
  ACCOUNTS_MAX,
  HoldsObjects,
  IfSent,
  NullIsAbsent,
  PostFieldsDto,
  IsContent,
  IsTime,
  PostDetailsDto,
} from '../write-post/post-fields.dto.ts';
import { IsAccountsAfter, IsDraftId, IsRevision } from '../write-post/posts.dto.ts';

const ACCOUNTS = { message: POST_TEXT.accountsRequired };
const PLATFORMS = { message: EXTERNAL_POST_TEXT.platformsNotValid };
const FILES = { message: EXTERNAL_POST_TEXT.mediaNotValid };

/**
 * Joins a list of hashtags to one text. Leaves any other list unchanged, so that validation refuses it: `social
 * media` is not a hashtag.
 */
export const AsHashtags = () =>
  Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string' && areHashtags(item))
      ? hashtagList(value.join(' ')).join(' ')
      : value,
  );

export class FileDto {
  @IsString(FILES)
  readonly url!: string;

  @MaxText(MEDIA.altTextMax, { message: MEDIA_TEXT.altTextMax })
  @IfSent()
  @NullIsAbsent()
  readonly altText?: string;
}

/**
 * A post from an API program. It may contain platform names instead of accounts, and URLs instead of uploads.
 */
export class CreatePostDto extends PostFieldsDto implements CreatePostRequest {
  // Repeats the limit, because decorators here replace all checks that the parent has for this field.
  @MaxText(OPTIONAL_WORDS.hashtags.max, { message: OPTIONAL_WORDS.hashtags.tooLong })
  @IsString({ message: EXTERNAL_POST_TEXT.hashtagsNotValid })
  @AsHashtags()
  declare readonly hashtags?: string;

  @IsIn(platforms, { ...PLATFORMS, each: true })
  @ArrayMaxSize(platforms.length, PLATFORMS)
  @IsArray(PLATFORMS)
  @IfSent()
  @NullIsAbsent()
  readonly platforms?: Platform[];

  @IsPositive({ ...ACCOUNTS, each: true })
  @IsInt({ ...ACCOUNTS, each: true })
  @ArrayMaxSize(ACCOUNTS_MAX, ACCOUNTS)
  @IsArray(ACCOUNTS)
  @IfSent()
  @NullIsAbsent()
  readonly accountIds?: number[];

  @IsString(FILES)
  @IfSent()
  @NullIsAbsent()
  readonly mediaUrl?: string;

  @ValidateNested({ ...FILES, each: true })
  @Type(() => FileDto)
  @HoldsObjects(EXTERNAL_POST_TEXT.mediaNotValid)
  @ArrayMaxSize(POST.filesMax, FILES)
  @IsArray(FILES)
  @IfSent()
  @NullIsAbsent()
  readonly media?: FileDto[];

  @IsBoolean({ message: SERVER_TEXT.notValid })
  @IfSent()
  @NullIsAbsent()
  readonly aiReplies?: boolean;

  @IsDraftId()
  readonly draftId?: string;

  @IsRevision()
  readonly draftRevision?: number;
}

/** A change from an API program. All fields are optional, even text and time. */
export class ChangePostDto extends PostDetailsDto implements ChangePostRequest {
  @IsContent()
  @IfSent()
  @NullIsAbsent()
  readonly content?: string;

  @IsTime()
  @IfSent()
  @NullIsAbsent()
  readonly scheduledFor?: string;

  @IsAccountsAfter()
  readonly selectedAccountIds?: number[];

  @IsRevision()
  readonly revision?: number;
}
