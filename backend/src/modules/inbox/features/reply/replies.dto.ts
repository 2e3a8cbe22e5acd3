import { REPLY } from '@posthorn/contracts/inbox/comments.http';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { TARGET } from '@posthorn/contracts/scheduling/targets';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional, IsUrl, IsUUID, Matches, MaxLength } from 'class-validator';
import { cleanText } from '#infrastructure/http/edge/clean-text.ts';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import { Trim } from '#infrastructure/http/edge/trim.ts';
import { VISIBLE } from '../../domain/judging/plain-text.ts';

export class ReplyTextDto {
  @MaxText(REPLY.textMax, { message: INBOX_TEXT.tooLong(REPLY.textMax) })
  @Matches(VISIBLE, { message: INBOX_TEXT.replyRequired })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? cleanText(value).trim() : value))
  readonly replyText!: string;
}

/** Requests of the first API may contain a field `status`, which the server ignores. */
export class ReplyDto extends ReplyTextDto {
  @IsUUID(undefined, { message: INBOX_TEXT.replyIdNotValid })
  @IsOptional()
  readonly replyId?: string;

  @IsUUID(undefined, { message: INBOX_TEXT.replyIdNotValid })
  @IsOptional()
  readonly draftId?: string;
}

export class RetryReplyDto {
  @IsBoolean({ message: INBOX_TEXT.atOwnRiskNotValid })
  @IsOptional()
  readonly atOwnRisk?: boolean;
}

export class ConfirmReplyDto {
  @MaxLength(TARGET.permalinkMax, { message: INBOX_TEXT.permalinkNotValid })
  @IsUrl(
    { protocols: ['https', 'http'], require_protocol: true, require_tld: false },
    { message: INBOX_TEXT.permalinkNotValid },
  )
  @Trim()
  @IsOptional()
  readonly permalink?: string;
}
