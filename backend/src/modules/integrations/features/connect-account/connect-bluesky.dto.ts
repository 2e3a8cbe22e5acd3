import type { ConnectBlueskyRequest } from '@posthorn/contracts/integrations/accounts.http';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { IsNotEmpty, IsString } from 'class-validator';
import { MaxText } from '#infrastructure/http/max-text.ts';
import { Trim } from '#infrastructure/http/trim.ts';

/** `state` of the request belongs to the page's own address; the session says who connects. */
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
