import { ANALYTICS_TEXT, EXPORT_KINDS, type ExportKind } from '@posthorn/contracts/analytics/analytics-words';
import { IsIn } from 'class-validator';
import { PeriodDto } from '../overview/overview.dto.ts';

export class ExportDto extends PeriodDto {
  @IsIn(EXPORT_KINDS, { message: ANALYTICS_TEXT.exportKind })
  readonly kind!: ExportKind;
}
