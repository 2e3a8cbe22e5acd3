import {
  AUTO_REPLY_MODES,
  type AutoReplyMode,
  type InboxSettingsChange,
} from '@posthorn/contracts/inbox/settings.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsString, MaxLength, ValidateIf } from 'class-validator';

const message = SERVER_TEXT.notValid;
/** At once; whoever wants to unblock more of them asks again. */
const UNBLOCK_MAX = 500;
const KEY_MAX = 64;
/** Left out, not null: what is left out stays as it is. */
const IfSent = () => ValidateIf((_, value) => value !== undefined);

export class InboxSettingsDto implements InboxSettingsChange {
  @IsIn(AUTO_REPLY_MODES, { message })
  @IfSent()
  readonly autoReply?: AutoReplyMode;

  @IsBoolean({ message })
  @IfSent()
  readonly autoHideSpam?: boolean;

  @IsBoolean({ message })
  @IfSent()
  readonly requireApproval?: boolean;

  @IsBoolean({ message })
  @IfSent()
  readonly filterProfanity?: boolean;

  @MaxLength(KEY_MAX, { each: true, message })
  @IsString({ each: true, message })
  @ArrayMaxSize(UNBLOCK_MAX, { message })
  @IsArray({ message })
  @IfSent()
  readonly unblock?: readonly string[];
}
