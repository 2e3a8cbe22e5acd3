import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { OutgoingPublication } from '../../contract/publication.ts';
import type { PageCard } from '../../kit/link-cards/link-cards.ts';
import { littleText } from './little-text.ts';
import type { LinkedInRefs } from '../media/refs.ts';

/** The body of `POST /rest/posts`. The body depends only on the arguments, so that a repeated request is identical. */
export const postBody = (
  author: string,
  publication: OutgoingPublication,
  refs: LinkedInRefs,
): JsonObject => ({
  author,
  commentary: littleText(publication.text),
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  ...contentOf(publication, refs),
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
});

function contentOf(
  { media, title }: OutgoingPublication,
  { assets, card, thumbnail }: LinkedInRefs,
): JsonObject {
  const images = assets.map(({ urn: id }, index) => {
    const altText = media[index]?.altText ?? '';
    return { id, ...(altText !== '' && { altText }) };
  });
  const [first] = images;
  if (!first) return card ? { content: { article: articleOf(card, thumbnail ?? null) } } : {};
  if (media[0]?.kind === 'video')
    return { content: { media: { id: first.id, ...(title !== null && { title }) } } };
  return { content: images.length === 1 ? { media: first } : { multiImage: { images } } };
}

const articleOf = ({ link: source, title, description }: PageCard, thumbnail: string | null): JsonObject => ({
  source,
  title,
  ...(description !== '' && { description }),
  ...(thumbnail !== null && { thumbnail }),
});
