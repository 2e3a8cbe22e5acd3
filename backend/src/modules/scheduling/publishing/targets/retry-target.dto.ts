import { TARGET_TEXT } from '@posthorn/contracts/scheduling/targets';
import { IsBoolean, IsOptional } from 'class-validator';

export class RetryTargetDto {
  @IsBoolean({ message: TARGET_TEXT.atOwnRiskNotValid })
  @IsOptional()
  readonly atOwnRisk?: boolean;
}
