import {
  TIMEZONE_TEXT,
  type DetectTimezoneRequest,
  type TimezoneView,
} from '@posthorn/contracts/identity/timezone.http';
import { IsZone } from '#infrastructure/http/edge/time-zone.ts';

export class ChooseTimezoneDto implements TimezoneView {
  @IsZone(TIMEZONE_TEXT.notValid)
  readonly timezone!: string;
}

/** The body may contain a `userId`, which the server ignores: the session identifies the user. */
export class DetectTimezoneDto implements DetectTimezoneRequest {
  @IsZone(TIMEZONE_TEXT.notValid)
  readonly timezone!: string;
}
