import { LINK_PAGE, LINK_PAGE_TEXT, type LinkPageChange } from '@posthorn/contracts/link-tree/link-page.http';
import { LINK_PAGE_THEME_NAMES, type LinkPageTheme } from '@posthorn/contracts/link-tree/themes';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { IsBoolean, IsIn, ValidateIf } from 'class-validator';
import { MaxText } from '#infrastructure/http/max-text.ts';
import { Trim } from '#infrastructure/http/trim.ts';

const IfSent = () => ValidateIf((_, value) => value !== undefined);

export class PageSettingsDto implements LinkPageChange {
  @MaxText(LINK_PAGE.sentenceMax, { message: LINK_PAGE_TEXT.sentenceMax })
  @IfSent()
  @Trim()
  readonly sentence?: string;

  @IsBoolean({ message: SERVER_TEXT.notValid })
  @IfSent()
  readonly listed?: boolean;

  @IsIn(LINK_PAGE_THEME_NAMES, { message: LINK_PAGE_TEXT.themeUnknown })
  @IfSent()
  readonly theme?: LinkPageTheme;
}

export class ShowPostDto {
  @IsBoolean({ message: SERVER_TEXT.notValid })
  readonly shown!: boolean;
}
