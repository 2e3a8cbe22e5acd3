import type { ReadNoticesRequest } from '@posthorn/contracts/notifications/notices.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { IsInt, Max, Min, ValidateBy, ValidateIf } from 'class-validator';

const message = SERVER_TEXT.notValid;
const IfSent = () => ValidateIf((_, value) => value !== undefined);

/** The format of `Date.toISOString`. The notice list uses this format too. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u;
const isInstant = (value: unknown): boolean =>
  typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value));

export class ReadNoticesDto implements ReadNoticesRequest {
  @Max(Number.MAX_SAFE_INTEGER, { message })
  @Min(1, { message })
  @IsInt({ message })
  @IfSent()
  readonly id?: number;

  @ValidateBy({ name: 'isInstant', validator: { validate: isInstant } }, { message })
  @IfSent()
  readonly until?: string;
}
