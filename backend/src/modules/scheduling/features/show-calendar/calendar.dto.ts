import { CALENDAR, CALENDAR_LISTS, CALENDAR_TEXT } from '@posthorn/contracts/scheduling/calendar.http';
import { IsIn, IsOptional, Matches, ValidateBy } from 'class-validator';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';
import type { AskedCalendar } from './show-calendar.query.ts';
import { isInstant } from '../../read-models/posts/time-words.ts';

const A_DAY = 86_400_000;
/** Up to 200 ids, more than a user connects in practice. */
const IDS = /^[1-9]\d{0,15}(?:,[1-9]\d{0,15}){0,199}$/u;

const IsInstant = (message: string) =>
  ValidateBy({ name: 'instant', validator: { validate: isInstant } }, { message });

export class CalendarQueryDto {
  @IsInstant(CALENDAR_TEXT.fromRequired)
  readonly from!: string;

  @IsInstant(CALENDAR_TEXT.toRequired)
  readonly to!: string;

  @Matches(IDS, { message: CALENDAR_TEXT.accountsNotValid })
  @IsOptional()
  readonly accounts?: string;

  @IsIn(CALENDAR_LISTS, { message: CALENDAR_TEXT.statusNotValid })
  @IsOptional()
  readonly status?: (typeof CALENDAR_LISTS)[number];

  /** @throws RequestNotValid when the span is empty or too long */
  get filter(): AskedCalendar {
    const [from, to] = [new Date(this.from), new Date(this.to)];
    // When clocks go back, a day has 25 hours. So a span may be one hour longer.
    const longest = CALENDAR.daysMax * A_DAY + 3_600_000;
    const length = to.getTime() - from.getTime();
    if (length <= 0 || length > longest) throw new RequestNotValid({ to: CALENDAR_TEXT.spanNotValid });
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      accounts: this.accounts?.split(',').map(Number) ?? null,
      status: this.status ?? null,
    };
  }
}
