import type { ChangePostRequest } from '@posthorn/contracts/external/posts.http';
import { IsRevision } from '../posts/edit/edit-post.dto.ts';
import {
  IfSent,
  IsContent,
  IsTime,
  NullIsAbsent,
  PostDetailsDto,
} from '../posts/schedule/post-fields.dto.ts';

/** What programs change of a post: text and time may be left out as all the rest. */
export class ChangePostDto extends PostDetailsDto implements ChangePostRequest {
  @IsContent()
  @IfSent()
  @NullIsAbsent()
  readonly content?: string;

  @IsTime()
  @IfSent()
  @NullIsAbsent()
  readonly scheduledFor?: string;

  @IsRevision()
  readonly revision?: number;
}
