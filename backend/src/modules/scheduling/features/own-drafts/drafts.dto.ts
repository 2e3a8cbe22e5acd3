import { DRAFT, DRAFT_TEXT, type SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { MEDIA_TEXT } from '@posthorn/contracts/shared/media.http';
import { POST } from '@posthorn/contracts/scheduling/posts.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { applyDecorators, type PipeTransform } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsOptional,
  IsPositive,
  IsString,
  ValidateNested,
} from 'class-validator';
import { cleanText } from '#infrastructure/http/edge/clean-text.ts';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import { IsZone } from '#infrastructure/http/edge/time-zone.ts';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';
import type { DraftCursor } from '../../stores/drafts/draft-rows.ts';
import { DraftNotFound } from '../../domain/draft/draft-errors.ts';
import { isInstant, isLocalTime } from '../../read-models/posts/time-words.ts';
import {
  ACCOUNTS_MAX,
  HoldsObjects,
  IfSent,
  MediaFileDto,
  NullIsAbsent,
  optionalWordsDto,
  Passes,
  TARGETS_MAX,
} from '../write-post/post-fields.dto.ts';
import { isDraftId } from '../write-post/posts.dto.ts';
import { TargetDto } from '../write-post/target.dto.ts';

const NOT_VALID = { message: SERVER_TEXT.notValid };

/** Validates text in progress: it is not trimmed, and may be longer than a post allows. */
const IsUnfinishedText = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? cleanText(value) : value)),
    NullIsAbsent(),
    IfSent(),
    IsString(NOT_VALID),
    MaxText(DRAFT.contentMax, { message: DRAFT_TEXT.contentMax }),
  );

const FIRST_YEAR = Date.UTC(1970, 0);
const isPlannable = (value: unknown): boolean =>
  isInstant(value) && Date.parse(value) >= FIRST_YEAR && Date.parse(value) < Date.parse(POST.scheduledBefore);

export class SaveDraftDto extends optionalWordsDto(IsUnfinishedText) implements SaveDraftRequest {
  @IsUnfinishedText()
  readonly content?: string;

  @Passes(isPlannable, DRAFT_TEXT.timeNotValid)
  @IfSent()
  readonly plannedFor?: string | null;

  @IsZone(POST_TEXT.timezoneNotValid)
  @IfSent()
  @NullIsAbsent()
  readonly timezone?: string;

  @Passes(isLocalTime, POST_TEXT.timeRequired)
  @IfSent()
  @NullIsAbsent()
  readonly localTime?: string;

  @IsBoolean(NOT_VALID)
  @IfSent()
  @NullIsAbsent()
  readonly aiRepliesEnabled?: boolean;

  @IsPositive({ each: true, ...NOT_VALID })
  @IsInt({ each: true, ...NOT_VALID })
  @ArrayMaxSize(ACCOUNTS_MAX, NOT_VALID)
  @IsArray(NOT_VALID)
  @IfSent()
  @NullIsAbsent()
  readonly selectedAccountIds?: number[];

  @ValidateNested({ each: true, ...NOT_VALID })
  @Type(() => TargetDto)
  @HoldsObjects(SERVER_TEXT.notValid)
  @ArrayMaxSize(TARGETS_MAX, NOT_VALID)
  @IsArray(NOT_VALID)
  @IfSent()
  @NullIsAbsent()
  readonly targets?: TargetDto[];

  @ValidateNested({ each: true, message: POST_TEXT.mediaUnknown })
  @Type(() => MediaFileDto)
  @HoldsObjects(POST_TEXT.mediaUnknown)
  @ArrayMaxSize(POST.filesMax, { message: MEDIA_TEXT.tooMany })
  @IsArray({ message: POST_TEXT.mediaUnknown })
  @IfSent()
  @NullIsAbsent()
  readonly mediaFiles?: MediaFileDto[];
}

export class ListDraftsDto {
  @IsString({ message: DRAFT_TEXT.cursorNotValid })
  @IsOptional()
  readonly cursor?: string;

  /** @throws RequestNotValid */
  get place(): DraftCursor | null {
    if (this.cursor === undefined) return null;
    const place = placeIn(this.cursor);
    if (!place) throw new RequestNotValid({ cursor: DRAFT_TEXT.cursorNotValid });
    return place;
  }
}

export const draftCursor = ({ changedAt, id }: DraftCursor): string =>
  Buffer.from(`${changedAt} ${id}`).toString('base64url');

function placeIn(cursor: string): DraftCursor | null {
  const [changedAt = '', id = '', ...others] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const isTime = /^\d{4}-/u.test(changedAt) && isPlannable(changedAt);
  return isTime && isDraftId(id) && others.length === 0 ? { changedAt, id } : null;
}

/** Accepts the id of an existing draft. @throws DraftNotFound for anything else */
export class DraftIdPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    if (!isDraftId(id)) throw new DraftNotFound();
    return id;
  }
}

/** Accepts the id of a draft that may be new. @throws RequestNotValid for anything else */
export class NewDraftIdPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    if (!isDraftId(id)) throw new RequestNotValid({ id: DRAFT_TEXT.idNotValid });
    return id;
  }
}
