import { LINK_MAX } from '@posthorn/contracts/integrations/link-card';
import { LINK_PREVIEW_TEXT } from '@posthorn/contracts/integrations/link-card.http';
import { Matches, MaxLength } from 'class-validator';

const { urlNotValid: message } = LINK_PREVIEW_TEXT;

export class PreviewLinkDto {
  @Matches(/^https?:\/\//iu, { message })
  @MaxLength(LINK_MAX, { message })
  readonly url!: string;
}
