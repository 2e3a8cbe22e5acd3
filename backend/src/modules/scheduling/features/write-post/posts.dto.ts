import { DRAFT_TEXT } from '@posthorn/contracts/scheduling/drafts.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type {
  SchedulePostRequest,
  PrecheckRequest,
  EditPostRequest,
} from '@posthorn/contracts/scheduling/posts.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsPositive,
  ValidateBy,
  ValidateIf,
  Max,
  Min,
} from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { ACCOUNTS_MAX, Passes, PostFieldsDto, IfSent, NullIsAbsent } from './post-fields.dto.ts';

const message = POST_TEXT.accountsRequired;

type Chosen = Readonly<{ selectedAccountIds?: unknown; targets?: unknown }>;
const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

const DRAFT_ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/u;
/** A UUID in lower case with hyphens. Other spellings are refused. */
export const isDraftId = (value: unknown): value is string =>
  typeof value === 'string' && DRAFT_ID.test(value);

/** Validates the revision of a post or draft that the client edited. */
export const IsRevision = () =>
  applyDecorators(
    NullIsAbsent(),
    IfSent(),
    IsInt({ message: SERVER_TEXT.notValid }),
    Min(0, { message: SERVER_TEXT.notValid }),
    Max(Number.MAX_SAFE_INTEGER, { message: SERVER_TEXT.notValid }),
  );

/** Validates the id of the draft from which a post is scheduled. */
export const IsDraftId = () =>
  applyDecorators(Passes(isDraftId, DRAFT_TEXT.idNotValid), IfSent(), NullIsAbsent());

export class SchedulePostDto extends PostFieldsDto implements SchedulePostRequest {
  @IsPositive({ each: true, message })
  @IsInt({ each: true, message })
  @ArrayMaxSize(ACCOUNTS_MAX, { message })
  @IsArray({ message })
  @ValidateBy(
    {
      name: 'someAccount',
      validator: {
        validate: (value, args) => isFilled(value) || isFilled((args?.object as Chosen).targets),
      },
    },
    { message },
  )
  @ValidateIf(
    ({ selectedAccountIds, targets }: Chosen) =>
      (selectedAccountIds !== undefined && selectedAccountIds !== null) || !isFilled(targets),
  )
  readonly selectedAccountIds?: number[];

  @IsDraftId()
  readonly draftId?: string;

  @IsRevision()
  readonly draftRevision?: number;
}

/** A post for a check before scheduling. Its time may be missing. */
export class PrecheckPostDto extends SchedulePostDto implements PrecheckRequest {
  @ValidateIf((_, value) => value !== undefined && value !== null)
  declare readonly scheduledFor: string;
}

/** Validates the ids of the accounts of a post after a change. */
export const IsAccountsAfter = () =>
  applyDecorators(
    NullIsAbsent(),
    IfSent(),
    IsPositive({ each: true, message }),
    IsInt({ each: true, message }),
    ArrayMaxSize(ACCOUNTS_MAX, { message }),
    ArrayMinSize(1, { message }),
    IsArray({ message }),
  );

/** A change of a post. Optional fields that are left out stay unchanged, including the accounts. */
export class EditPostDto extends PostFieldsDto implements EditPostRequest {
  @IsAccountsAfter()
  readonly selectedAccountIds?: number[];

  @IsRevision()
  readonly revision?: number;
}
