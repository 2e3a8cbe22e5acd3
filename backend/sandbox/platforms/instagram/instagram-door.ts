import type { Exchange } from '../../http/exchange.ts';
import type { LinkedInstagram } from '../meta/people.ts';

type AccessRequest = Readonly<{
  id?: string;
  scope:
    | 'instagram_basic'
    | 'instagram_content_publish'
    | 'instagram_manage_comments'
    | 'instagram_manage_insights'
    | 'instagram_manage_contents';
  fields?: URLSearchParams;
}>;
/** `names`: the names by which a fault can select the account. */
export type InstagramCaller = Readonly<{ instagram: LinkedInstagram; names: readonly string[] }>;

/** Checks who may act on an Instagram account: the holder of its Page's token, or of one of Instagram's own tokens. */
export interface InstagramDoor {
  /** @throws Refusal */
  instagram(exchange: Exchange, request: AccessRequest): InstagramCaller;
}
