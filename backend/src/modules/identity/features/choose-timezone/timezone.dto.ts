import {
  TIMEZONE_TEXT,
  type DetectTimezoneRequest,
  type TimezoneView,
} from '@posthorn/contracts/identity/timezone.http';
import { ValidateBy } from 'class-validator';
import { isZone } from './zone.ts';

const IsZone = () =>
  ValidateBy({ name: 'isZone', validator: { validate: isZone } }, { message: TIMEZONE_TEXT.notValid });

export class ChooseTimezoneDto implements TimezoneView {
  @IsZone()
  readonly timezone!: string;
}

/** The body may contain a `userId`, which the server ignores: the session identifies the user. */
export class DetectTimezoneDto implements DetectTimezoneRequest {
  @IsZone()
  readonly timezone!: string;
}
