import { ACCOUNT_TEXT, type DeleteAccountRequest } from '@posthorn/contracts/identity/account.http';
import { IsNotEmpty, IsString } from 'class-validator';
import { Trim } from '#infrastructure/http/edge/trim.ts';

export class DeleteAccountDto implements DeleteAccountRequest {
  @IsNotEmpty({ message: ACCOUNT_TEXT.confirmRequired })
  @IsString({ message: ACCOUNT_TEXT.confirmRequired })
  @Trim()
  readonly confirm!: string;
}
