import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type {
  SchedulePostRequest,
  PrecheckRequest,
  EditPostRequest,
} from '@posthorn/contracts/scheduling/posts.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { ArrayMaxSize, IsArray, IsInt, IsPositive, ValidateBy, ValidateIf, Max, Min } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { PostFieldsDto, IfSent, NullIsAbsent } from './post-fields.dto.ts';

/** Far more than a user can connect. It limits the checks, because each account costs one. */
const ACCOUNTS_MAX = 200;
const message = POST_TEXT.accountsRequired;

type Chosen = Readonly<{ selectedAccountIds?: unknown; targets?: unknown }>;
const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

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
}

/** A post that may not have a time yet. */
export class PrecheckPostDto extends SchedulePostDto implements PrecheckRequest {
  @ValidateIf((_, value) => value !== undefined && value !== null)
  declare readonly scheduledFor: string;
}

/** The state of a post that a change was made on. */
export const IsRevision = () =>
  applyDecorators(
    NullIsAbsent(),
    IfSent(),
    IsInt({ message: SERVER_TEXT.notValid }),
    Min(0, { message: SERVER_TEXT.notValid }),
    Max(Number.MAX_SAFE_INTEGER, { message: SERVER_TEXT.notValid }),
  );

/** The accounts stay. Fields that are left out stay unchanged. */
export class EditPostDto extends PostFieldsDto implements EditPostRequest {
  @IsRevision()
  readonly revision?: number;
}
