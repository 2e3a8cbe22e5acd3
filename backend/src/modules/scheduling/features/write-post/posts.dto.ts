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
/** A UUID in its one spelling. */
export const isDraftId = (value: unknown): value is string =>
  typeof value === 'string' && DRAFT_ID.test(value);

/** The state of a post or a draft that a change was made on. */
export const IsRevision = () =>
  applyDecorators(
    NullIsAbsent(),
    IfSent(),
    IsInt({ message: SERVER_TEXT.notValid }),
    Min(0, { message: SERVER_TEXT.notValid }),
    Max(Number.MAX_SAFE_INTEGER, { message: SERVER_TEXT.notValid }),
  );

/** The draft that becomes a post. */
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
        validate: (value, about) => isFilled(value) || isFilled((about?.object as Chosen).targets),
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

/** A post that may not have a time yet. */
export class PrecheckPostDto extends SchedulePostDto implements PrecheckRequest {
  @ValidateIf((_, value) => value !== undefined && value !== null)
  declare readonly scheduledFor: string;
}

/** The accounts of a post from now on. */
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

/** Fields that are left out stay unchanged, the accounts too. */
export class EditPostDto extends PostFieldsDto implements EditPostRequest {
  @IsAccountsAfter()
  readonly selectedAccountIds?: number[];

  @IsRevision()
  readonly revision?: number;
}
