import { isObject, textOf, type JsonRecord } from '../../http/json.ts';
import { assetStatus } from './asset-routes.ts';
import { shownText } from './little-text.ts';
import { notValid } from './linkedin-refusal.ts';
import type { AssetUse, LinkedInStore, LinkedInPost } from './linkedin-store.ts';

const TEXT_MAX = 3000;
const ALT_MAX = 4086;
const IMAGES_MAX = 20;

export type NewLinkedInPost = Pick<LinkedInPost, 'author' | 'commentary' | 'assets' | 'content'>;

/** Reads and checks the body of `POST /rest/posts`. @throws Refusal 400 */
export function readNewPost(body: JsonRecord | null, store: LinkedInStore, now: number): NewLinkedInPost {
  const { author, commentary, visibility, distribution, lifecycleState, content = null } = body ?? {};
  if (typeof author !== 'string') throw notValid('MISSING_FIELD', 'author is missing');
  if (typeof commentary !== 'string') throw notValid('MISSING_FIELD', 'commentary is missing');
  if (visibility !== 'PUBLIC' && visibility !== 'CONNECTIONS')
    throw notValid('INVALID_VISIBILITY', 'visibility is not valid');
  if (!isObject(distribution) || distribution['feedDistribution'] !== 'MAIN_FEED')
    throw notValid('MISSING_FIELD', 'distribution is missing');
  if (lifecycleState !== 'PUBLISHED')
    throw notValid('INVALID_LIFECYCLE_STATE', 'lifecycleState must be PUBLISHED');
  if (shownText(commentary).length > TEXT_MAX)
    throw notValid('FIELD_LENGTH_TOO_LONG', `commentary is longer than ${String(TEXT_MAX)} characters`);
  const assets = usesIn(content);
  if (assets.length === 0 && commentary.trim() === '')
    throw notValid('INVALID_CONTENT', 'A post needs content');
  for (const use of assets) checkUse(use, author, store, now);
  const card = cardIn(content);
  if (card?.thumbnail != null) {
    if (!card.thumbnail.startsWith('urn:li:image:'))
      throw notValid('INVALID_CONTENT', 'thumbnail must be an image');
    checkUse({ urn: card.thumbnail, alt: '' }, author, store, now);
  }
  return { author, commentary, assets, content };
}

type Card = Readonly<{ source: string; title: string; description: string; thumbnail: string | null }>;

/** The card of a link; LinkedIn does not fetch the page. @throws Refusal 400 */
export function cardIn(content: unknown): Card | null {
  const article = isObject(content) ? content['article'] : undefined;
  if (article === undefined) return null;
  if (!isObject(article)) throw notValid('INVALID_CONTENT', 'article is not valid');
  const { source, title, description, thumbnail } = article;
  if (typeof source !== 'string' || !/^https?:/i.test(source) || !URL.canParse(source))
    throw notValid('INVALID_CONTENT', 'article.source must be an address');
  if (typeof title !== 'string' || title.trim() === '')
    throw notValid('MISSING_FIELD', 'article.title is missing');
  return { source, title, description: textOf(description) ?? '', thumbnail: textOf(thumbnail) };
}

function usesIn(content: unknown): readonly AssetUse[] {
  if (content === null || cardIn(content)) return [];
  const { media, multiImage } = isObject(content) ? content : {};
  if (isObject(media)) return [useOf(media)];
  const images = isObject(multiImage) ? multiImage['images'] : null;
  if (!Array.isArray(images) || images.length < 2 || images.length > IMAGES_MAX)
    throw notValid('INVALID_CONTENT', `multiImage takes 2 to ${String(IMAGES_MAX)} images`);
  const uses = images.map((image: unknown) => useOf(isObject(image) ? image : {}));
  if (uses.some(({ urn }) => !urn.startsWith('urn:li:image:')))
    throw notValid('INVALID_CONTENT', 'multiImage takes images only');
  return uses;
}

function useOf(media: JsonRecord): AssetUse {
  const alt = textOf(media['altText']) ?? textOf(media['title']) ?? '';
  if (alt.length > ALT_MAX)
    throw notValid('FIELD_LENGTH_TOO_LONG', `altText is longer than ${String(ALT_MAX)} characters`);
  return { urn: textOf(media['id']) ?? '', alt };
}

function checkUse({ urn }: AssetUse, author: string, store: LinkedInStore, now: number): void {
  const asset = store.asset(urn);
  if (!asset) throw notValid('INVALID_CONTENT', `${urn} is unknown`);
  if (asset.owner !== author)
    throw notValid('INVALID_CONTENT_OWNERSHIP', `${urn} does not belong to the author`);
  switch (assetStatus(asset, now)) {
    case 'WAITING_UPLOAD':
      throw notValid('MEDIA_ASSET_WAITING_UPLOAD', `${urn} has no bytes yet`);
    case 'PROCESSING_FAILED':
      throw notValid('MEDIA_ASSET_PROCESSING_FAILED', `${urn} could not be processed`);
    case 'PROCESSING':
    case 'AVAILABLE':
      return;
  }
}
