import type { EditPostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { IsInt, Max, Min } from 'class-validator';
import { IfSent, NullIsAbsent, PostFieldsDto } from '../schedule/post-fields.dto.ts';

/** Accounts stay as they were chosen. What is left out stays as it is. */
export class EditPostDto extends PostFieldsDto implements EditPostRequest {
  @Max(Number.MAX_SAFE_INTEGER, { message: SERVER_TEXT.notValid })
  @Min(0, { message: SERVER_TEXT.notValid })
  @IsInt({ message: SERVER_TEXT.notValid })
  @IfSent()
  @NullIsAbsent()
  readonly revision?: number;
}
