import { COMMENTS_PAGE } from '@posthorn/contracts/inbox/comments.http';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, Max, Min } from 'class-validator';

export class MarkCommentDto {
  @IsIn(['read', 'new'], { message: INBOX_TEXT.markNotValid })
  readonly status!: 'read' | 'new';
}

export class MarkManyReadDto {
  @Max(Number.MAX_SAFE_INTEGER, { each: true, message: INBOX_TEXT.idsNotValid })
  @Min(1, { each: true, message: INBOX_TEXT.idsNotValid })
  @IsInt({ each: true, message: INBOX_TEXT.idsNotValid })
  @ArrayMaxSize(COMMENTS_PAGE.limitMax, { message: INBOX_TEXT.idsNotValid })
  @ArrayMinSize(1, { message: INBOX_TEXT.idsNotValid })
  @IsArray({ message: INBOX_TEXT.idsNotValid })
  readonly ids!: readonly number[];
}
