import { AGES, ANALYTICS_TEXT, type Age } from '@posthorn/contracts/analytics/analytics.http';
import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { EXPORT_KINDS, type ExportKind } from '@posthorn/contracts/analytics/analytics-words';
import { IsIn, IsInt, IsOptional, Max, Min, Validate, ValidatorConstraint } from 'class-validator';
import { NumberInQuery } from '#infrastructure/http/edge/number-in-query.ts';
import { isDay } from '../../domain/metrics/calendar.ts';

@ValidatorConstraint()
class IsDay {
  validate(value: unknown): boolean {
    return typeof value === 'string' && isDay(value);
  }

  defaultMessage(): string {
    return ANALYTICS_TEXT.period;
  }
}

/** Days in the user's time zone, both included. */
class PeriodDto {
  @Validate(IsDay)
  readonly from!: string;

  @Validate(IsDay)
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
