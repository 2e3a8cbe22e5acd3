import type { Exchange } from '../../http/exchange.ts';
import type { LinkedInstagram } from '../meta/people.ts';

type Asked = Readonly<{
  id?: string;
  scope:
    | 'instagram_basic'
    | 'instagram_content_publish'
    | 'instagram_manage_comments'
    | 'instagram_manage_insights'
    | 'instagram_manage_contents';
  fields?: URLSearchParams;
}>;
/** `names`: what a fault may call the account. */
export type InstagramCaller = Readonly<{ instagram: LinkedInstagram; names: readonly string[] }>;

/** Who may act on an Instagram account: whoever has the token of its Page, or one of Instagram's own. */
export interface InstagramDoor {
  /** @throws Refusal */
  instagram(exchange: Exchange, asked: Asked): InstagramCaller;
}
