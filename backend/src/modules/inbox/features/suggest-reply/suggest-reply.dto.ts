import { AI_REPLY, type AiReplyRequest } from '@posthorn/contracts/inbox/ai.http';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { IsInt, IsNotEmpty, IsPositive, IsString, Max, ValidateIf } from 'class-validator';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import { Trim } from '#infrastructure/http/edge/trim.ts';

/** Requests of the first API may contain `personalityProfile`, which the server ignores: it uses the user's profile. */
export class SuggestReplyDto implements AiReplyRequest {
  @Max(Number.MAX_SAFE_INTEGER, { message: INBOX_TEXT.commentRequired })
  @IsPositive({ message: INBOX_TEXT.commentRequired })
  @IsInt({ message: INBOX_TEXT.commentRequired })
  @ValidateIf((_, value) => value !== undefined)
  readonly commentId?: number;

  @MaxText(AI_REPLY.commentMax, { message: INBOX_TEXT.commentTooLong })
  @IsNotEmpty({ message: INBOX_TEXT.commentRequired })
  @IsString({ message: INBOX_TEXT.commentRequired })
  @ValidateIf(({ commentId }: SuggestReplyDto) => commentId === undefined)
  @Trim()
  readonly commentText?: string;

  @MaxText(AI_REPLY.postMax, { message: INBOX_TEXT.postTooLong })
  @ValidateIf(({ commentId }: SuggestReplyDto, value) => commentId === undefined && value !== undefined)
  @Trim()
  readonly postContent?: string;
}
