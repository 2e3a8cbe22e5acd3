import type { ScheduleWarningsRequest } from '@posthorn/contracts/scheduling/schedule-warnings.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { POST } from '@posthorn/contracts/scheduling/posts.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsPositive, IsString, Max, ValidateNested } from 'class-validator';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import { HoldsObjects, IfSent, IsTime, NullIsAbsent, Trim } from '../write-post/post-fields.dto.ts';
import { IsDraftId } from '../write-post/posts.dto.ts';
import { TargetDto } from '../write-post/target.dto.ts';

/** More accounts than a user connects in practice. */
const ACCOUNTS_MAX = 200;
const message = POST_TEXT.accountsRequired;

export class ScheduleWarningsDto implements ScheduleWarningsRequest {
  @IsTime()
  readonly scheduledFor!: string;

  @MaxText(POST.contentMax, { message: POST_TEXT.contentMax })
  @IsString({ message: SERVER_TEXT.notValid })
  @Trim()
  readonly content!: string;

  @ValidateNested({ each: true, message })
  @Type(() => TargetDto)
  @HoldsObjects(message)
  @ArrayMaxSize(ACCOUNTS_MAX, { message })
  @IsArray({ message })
  readonly targets!: TargetDto[];

  @Max(Number.MAX_SAFE_INTEGER, { message: SERVER_TEXT.notValid })
  @IsPositive({ message: SERVER_TEXT.notValid })
  @IsInt({ message: SERVER_TEXT.notValid })
  @IfSent()
  @NullIsAbsent()
  readonly postId?: number;

  @IsDraftId()
  readonly draftId?: string;
}
