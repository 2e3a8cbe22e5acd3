import { expect, it } from '@jest/globals';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublicationEvent } from '../../domain/publication/publication.ts';
import { publicationSentence } from './publication-sentences.ts';

const prepared = (refs: JsonObject) =>
  ({ type: 'PublishPrepared', data: { refs } }) as unknown as PublicationEvent;

it('tells why the link of a post has no card', () => {
  expect(publicationSentence(prepared({ card: null, noCard: 'no-title' }), 'ana', null)).toBe(
    'Everything that ana needs was prepared and kept. The link has no card: the page has no title.',
  );
});

it('says nothing of cards where there is one, or none was wanted', () => {
  for (const refs of [{ card: { title: 'Bread' } }, { card: null }, {}, { noCard: 'something else' }])
    expect(publicationSentence(prepared(refs), 'ana', null)).toBe(
      'Everything that ana needs was prepared and kept.',
    );
});
