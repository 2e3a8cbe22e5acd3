import { POST_TEXT, type SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsInt, IsPositive } from 'class-validator';
import { PostFieldsDto } from './post-fields.dto.ts';

/** Far more than anybody can connect; a bound for the checks that each of them costs. */
const ACCOUNTS_MAX = 200;
const message = POST_TEXT.accountsRequired;

export class SchedulePostDto extends PostFieldsDto implements SchedulePostRequest {
  @IsPositive({ each: true, message })
  @IsInt({ each: true, message })
  @ArrayMaxSize(ACCOUNTS_MAX, { message })
  @ArrayNotEmpty({ message })
  @IsArray({ message })
  readonly selectedAccountIds!: number[];
}
