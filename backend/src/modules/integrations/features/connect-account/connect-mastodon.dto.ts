import type {
  AuthorizeMastodonRequest,
  ConnectMastodonRequest,
} from '@posthorn/contracts/integrations/accounts.http';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { ownPathOf } from '@posthorn/contracts/shared/own-path';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { MaxText } from '#infrastructure/http/max-text.ts';
import { Trim } from '#infrastructure/http/trim.ts';

/** Whether `instance` is an address that may be asked depends on the operator, see `instance-address.ts`. */
export class AuthorizeMastodonDto implements AuthorizeMastodonRequest {
  @MaxText(2000, { message: CONNECT_TEXT.instanceNotValid })
  @IsNotEmpty({ message: CONNECT_TEXT.instanceRequired })
  @IsString({ message: CONNECT_TEXT.instanceRequired })
  @Trim()
  readonly instance!: string;

  /** What is no page of ours is not kept. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => ownPathOf(value))
  readonly returnTo?: string | null;
}

export class ConnectMastodonDto
  extends AuthorizeMastodonDto
  implements Omit<ConnectMastodonRequest, 'state'>
{
  @MaxText(1000, { message: CONNECT_TEXT.mastodonFailed })
  @IsNotEmpty({ message: CONNECT_TEXT.accessTokenRequired })
  @IsString({ message: CONNECT_TEXT.accessTokenRequired })
  @Trim()
  readonly accessToken!: string;
}
