import { AGES, ANALYTICS_TEXT, type Age } from '@posthorn/contracts/analytics/analytics.http';
import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { EXPORT_KINDS, type ExportKind } from '@posthorn/contracts/analytics/analytics-words';
import { IsIn, IsInt, IsOptional, Max, Min, ValidateBy } from 'class-validator';
import { NumberInQuery } from '#infrastructure/http/edge/number-in-query.ts';
import { isDay } from '../../domain/metrics/calendar.ts';

const IsDay = () =>
  ValidateBy(
    { name: 'isDay', validator: { validate: (value) => typeof value === 'string' && isDay(value) } },
    { message: ANALYTICS_TEXT.period },
  );

/** Days in the user's time zone, both included. */
class PeriodDto {
  @IsDay()
  readonly from!: string;

  @IsDay()
  readonly to!: string;
}

export class OverviewDto extends PeriodDto {
  @IsIn(AGES, { message: ANALYTICS_TEXT.age })
  readonly age!: Age;

  @IsIn(platforms, { message: ANALYTICS_TEXT.platform })
  @IsOptional()
  readonly platform?: Platform;

  @Max(Number.MAX_SAFE_INTEGER, { message: ANALYTICS_TEXT.account })
  @Min(1, { message: ANALYTICS_TEXT.account })
  @IsInt({ message: ANALYTICS_TEXT.account })
  @IsOptional()
  @NumberInQuery()
  readonly accountId?: number;
}

export class ExportDto extends PeriodDto {
  @IsIn(EXPORT_KINDS, { message: ANALYTICS_TEXT.exportKind })
  readonly kind!: ExportKind;
}
