import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { type SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { ArrayMaxSize, IsArray, IsInt, IsPositive, ValidateBy, ValidateIf } from 'class-validator';
import { PostFieldsDto } from './post-fields.dto.ts';

/** Far more than anybody can connect; a bound for the checks that each of them costs. */
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
