import { TARGET_TEXT, TARGET } from '@posthorn/contracts/scheduling/targets';
import { IsBoolean, IsOptional, IsUrl, MaxLength, IsString, Length } from 'class-validator';
import { Trim } from '#infrastructure/http/edge/trim.ts';

export class RetryTargetDto {
  @IsBoolean({ message: TARGET_TEXT.atOwnRiskNotValid })
  @IsOptional()
  readonly atOwnRisk?: boolean;
}

export class ConfirmTargetDto {
  @MaxLength(TARGET.permalinkMax, { message: TARGET_TEXT.permalinkNotValid })
  @IsUrl(
    { protocols: ['https', 'http'], require_protocol: true, require_tld: false },
    { message: TARGET_TEXT.permalinkNotValid },
  )
  @Trim()
  @IsOptional()
  readonly permalink?: string;
}

export class DeleteRemoteDto {
  @Length(1, TARGET.remoteIdMax, { message: TARGET_TEXT.remoteIdNotValid })
  @IsString({ message: TARGET_TEXT.remoteIdNotValid })
  @IsOptional()
  readonly remoteId?: string;
}
