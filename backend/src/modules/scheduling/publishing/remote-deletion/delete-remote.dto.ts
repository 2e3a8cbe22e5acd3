import { TARGET, TARGET_TEXT } from '@posthorn/contracts/scheduling/targets';
import { IsOptional, IsString, Length } from 'class-validator';

export class DeleteRemoteDto {
  @Length(1, TARGET.remoteIdMax, { message: TARGET_TEXT.remoteIdNotValid })
  @IsString({ message: TARGET_TEXT.remoteIdNotValid })
  @IsOptional()
  readonly remoteId?: string;
}
