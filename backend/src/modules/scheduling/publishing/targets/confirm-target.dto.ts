import { TARGET, TARGET_TEXT } from '@posthorn/contracts/scheduling/targets';
import { IsOptional, IsUrl, MaxLength } from 'class-validator';
import { Trim } from '#infrastructure/http/trim.ts';

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
