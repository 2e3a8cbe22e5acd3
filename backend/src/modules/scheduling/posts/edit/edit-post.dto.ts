import type { EditPostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { applyDecorators } from '@nestjs/common';
import { IsInt, Max, Min } from 'class-validator';
import { IfSent, NullIsAbsent, PostFieldsDto } from '../schedule/post-fields.dto.ts';

/** The state of a post that a change was made on. */
export const IsRevision = () =>
  applyDecorators(
    NullIsAbsent(),
    IfSent(),
    IsInt({ message: SERVER_TEXT.notValid }),
    Min(0, { message: SERVER_TEXT.notValid }),
    Max(Number.MAX_SAFE_INTEGER, { message: SERVER_TEXT.notValid }),
  );

/** Accounts stay as they were chosen. What is left out stays as it is. */
export class EditPostDto extends PostFieldsDto implements EditPostRequest {
  @IsRevision()
  readonly revision?: number;
}
