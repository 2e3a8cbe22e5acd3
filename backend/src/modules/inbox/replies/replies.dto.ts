import { REPLY } from '@posthorn/contracts/inbox/comments.http';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { TARGET } from '@posthorn/contracts/scheduling/targets';
import { IsBoolean, IsOptional, IsString, IsUrl, IsUUID, MaxLength } from 'class-validator';
import { MaxText } from '#infrastructure/http/max-text.ts';
import { Trim } from '#infrastructure/http/trim.ts';

/** `status` of the first API is accepted and ignored. */
export class ReplyDto {
  @MaxText(REPLY.textMax, { message: INBOX_TEXT.tooLong(REPLY.textMax) })
  @IsString({ message: INBOX_TEXT.replyRequired })
  @Trim()
  readonly replyText!: string;

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
