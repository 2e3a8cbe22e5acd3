import type { PrecheckRequest } from '@posthorn/contracts/scheduling/posts.http';
import { ValidateIf } from 'class-validator';
import { SchedulePostDto } from './schedule-post.dto.ts';

/** A post that may still lack its time. */
export class PrecheckPostDto extends SchedulePostDto implements PrecheckRequest {
  @ValidateIf((_, value) => value !== undefined && value !== null)
  declare readonly scheduledFor: string;
}
