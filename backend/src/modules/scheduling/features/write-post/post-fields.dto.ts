import { MEDIA, MEDIA_TEXT } from '@posthorn/contracts/shared/media.http';
import {
  OPTIONAL_WORD_NAMES,
  OPTIONAL_WORDS,
  type OptionalWord,
  type OptionalWordsRequest,
} from '@posthorn/contracts/scheduling/optional-words';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { POST, type EditPostRequest, type MediaFileRequest } from '@posthorn/contracts/scheduling/posts.http';
import { isBlank } from '@posthorn/contracts/shared/text';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsString,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import { IsZone } from '#infrastructure/http/edge/time-zone.ts';
import { cleanText } from '#infrastructure/http/edge/clean-text.ts';
import { TargetDto } from './target.dto.ts';
import { isInstant, isLocalTime } from '../../read-models/posts/time-words.ts';

/** More accounts than a user connects in practice. */
export const TARGETS_MAX = 200;
/**
 * The same limit for lists of account ids. It limits the work of a request, because each account is checked.
 */
export const ACCOUNTS_MAX = 200;

/**
 * Validates a field only if it is sent. Null counts as absent, because clients of the first API send null for
 * empty fields.
 */
export const IfSent = () => ValidateIf((_, value) => value !== undefined && value !== null);
export const NullIsAbsent = () => Transform(({ value }: { value: unknown }) => value ?? undefined);
/** Trims a text. Also removes lone surrogates and NUL, which no log and no platform accepts. */
export const Trim = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? cleanText(value).trim() : value));
export const Passes = (validate: (value: unknown) => boolean, message: string) =>
  ValidateBy({ name: 'passes', validator: { validate } }, { message });
/** Requires a list of objects, because `ValidateNested` also accepts null and lists as items. */
export const HoldsObjects = (message: string) =>
  Passes((value) => Array.isArray(value) && value.every(isPlainObject), message);
const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export class MediaFileDto implements MediaFileRequest {
  @IsString({ message: POST_TEXT.mediaUnknown })
  readonly mediaUrl!: string;

  @MaxText(MEDIA.altTextMax, { message: MEDIA_TEXT.altTextMax })
  @IfSent()
  @NullIsAbsent()
  @Trim()
  readonly altText?: string;
}

/** Validates the text of a post. */
export const IsContent = () =>
  applyDecorators(
    Trim(),
    IsString({ message: POST_TEXT.contentRequired }),
    Passes((value) => typeof value === 'string' && !isBlank(value), POST_TEXT.contentRequired),
    MaxText(POST.contentMax, { message: POST_TEXT.contentMax }),
  );
export const IsTime = () => Passes(isInstant, POST_TEXT.timeRequired);

/** A DTO class with a field for each optional text. */
export function optionalWordsDto(
  checks: (name: OptionalWord) => PropertyDecorator,
): new () => OptionalWordsRequest {
  class OptionalWordsFields {
    constructor() {
      this.#declare();
    }

    /**
     * Adds the fields in a fixed order, like class fields, because the fingerprint of a request depends on
     * the order.
     */
    #declare(): void {
      for (const name of OPTIONAL_WORD_NAMES) Object.assign(this, { [name]: undefined });
    }
  }
  for (const name of OPTIONAL_WORD_NAMES) checks(name)(OptionalWordsFields.prototype, name);
  return OptionalWordsFields as new () => OptionalWordsRequest;
}
const OptionalWordsDto = optionalWordsDto((name) => {
  const { max, tooLong } = OPTIONAL_WORDS[name];
  return applyDecorators(Trim(), NullIsAbsent(), IfSent(), MaxText(max, { message: tooLong }));
});

/**
 * The fields of a post except its text and time. Validation drops `userId`, `status`, `selectedPlatforms` and
 * `platformStatuses`.
 */
export class PostDetailsDto
  extends OptionalWordsDto
  implements Omit<EditPostRequest, 'content' | 'scheduledFor'>
{
  @IsZone(POST_TEXT.timezoneNotValid)
  @IfSent()
  @NullIsAbsent()
  readonly timezone?: string;

  @Passes(isLocalTime, POST_TEXT.timeRequired)
  @IfSent()
  @NullIsAbsent()
  readonly localTime?: string;

  @IsBoolean({ message: SERVER_TEXT.notValid })
  @IfSent()
  @NullIsAbsent()
  readonly aiRepliesEnabled?: boolean;

  @ValidateNested({ each: true, message: POST_TEXT.mediaUnknown })
  @Type(() => MediaFileDto)
  @HoldsObjects(POST_TEXT.mediaUnknown)
  @ArrayMaxSize(POST.filesMax, { message: POST_TEXT.filesMax })
  @IsArray({ message: POST_TEXT.mediaUnknown })
  @IfSent()
  @NullIsAbsent()
  readonly mediaFiles?: MediaFileDto[];

  @ValidateNested({ each: true, message: SERVER_TEXT.notValid })
  @Type(() => TargetDto)
  @HoldsObjects(SERVER_TEXT.notValid)
  @ArrayMaxSize(TARGETS_MAX, { message: POST_TEXT.accountsRequired })
  @IsArray({ message: SERVER_TEXT.notValid })
  @IfSent()
  @NullIsAbsent()
  readonly targets?: TargetDto[];
}

/** The fields of requests that create or edit a post. */
export class PostFieldsDto extends PostDetailsDto implements EditPostRequest {
  @IsContent()
  readonly content!: string;

  @IsTime()
  readonly scheduledFor!: string;
}
