import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { OutgoingPublication } from '../contract/publication.ts';
import { littleText } from './little-text.ts';
import type { Asset } from './refs.ts';

/** The request of `POST /rest/posts`: a function of its arguments alone, so that a repetition is identical. */
export const postBody = (
  author: string,
  publication: OutgoingPublication,
  assets: readonly Asset[],
): JsonObject => ({
  author,
  commentary: littleText(publication.text),
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  ...contentOf(publication, assets),
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
});

function contentOf({ media, title }: OutgoingPublication, assets: readonly Asset[]): JsonObject {
  const images = assets.map(({ urn: id }, index) => {
    const altText = media[index]?.altText ?? '';
    return { id, ...(altText !== '' && { altText }) };
  });
  const [first] = images;
  if (!first) return {};
  if (media[0]?.kind === 'video')
    return { content: { media: { id: first.id, ...(title !== null && { title }) } } };
  return { content: images.length === 1 ? { media: first } : { multiImage: { images } } };
}
