import type {
  ConnectBlueskyRequest,
  AuthorizeMastodonRequest,
  ConnectMastodonRequest,
} from '@posthorn/contracts/integrations/accounts.http';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { ownPathOf } from '@posthorn/contracts/shared/own-path';
import { IsNotEmpty, IsString, IsOptional } from 'class-validator';
import { Transform } from 'class-transformer';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import { Trim } from '#infrastructure/http/edge/trim.ts';
import type { Limit } from '#infrastructure/http/edge/rate-limits.ts';

/**
 * The limit of connection attempts for each user. Each attempt calls another server. So without a limit,
 * clients could use the product to guess passwords or to scan hosts.
 */
export const CONNECT_TRIES: Limit = { name: 'integrations.connect', points: 60, seconds: 3600 };

/** The server ignores `state` of the contract, because the session identifies the user. */
export class ConnectBlueskyDto implements Omit<ConnectBlueskyRequest, 'state'> {
  @MaxText(253, { message: CONNECT_TEXT.blueskyFailed })
  @IsNotEmpty({ message: CONNECT_TEXT.handleRequired })
  @IsString({ message: CONNECT_TEXT.handleRequired })
  @Trim()
  readonly handle!: string;

  @MaxText(256, { message: CONNECT_TEXT.blueskyFailed })
  @IsNotEmpty({ message: CONNECT_TEXT.appPasswordRequired })
  @IsString({ message: CONNECT_TEXT.appPasswordRequired })
  @Trim()
  readonly appPassword!: string;
}

/** The operator's settings decide whether a private `instance` is allowed, see `instance-address.ts`. */
export class AuthorizeMastodonDto implements AuthorizeMastodonRequest {
  @MaxText(2000, { message: CONNECT_TEXT.instanceNotValid })
  @IsNotEmpty({ message: CONNECT_TEXT.instanceRequired })
  @IsString({ message: CONNECT_TEXT.instanceRequired })
  @Trim()
  readonly instance!: string;

  /** The page to return to. A URL of another site becomes null. */
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
