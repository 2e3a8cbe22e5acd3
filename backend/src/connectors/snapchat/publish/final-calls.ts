import { optionValue } from '@posthorn/contracts/integrations/option-values';
import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { CallOutcome } from '../../contract/outcome.ts';
import type { OutgoingPublication } from '../../contract/publication.ts';
import { at, idIn, listOf } from '../../kit/json.ts';
import { published, refused, unknown } from '../../kit/outcomes.ts';
import { isError, wordsIn } from '../client.ts';
import { KIND, SAVED_TITLE, type SnapKind } from '../limits.ts';

type Written = Pick<OutgoingPublication, 'text' | 'title' | 'options'>;
/** The call that publishes a file: the path, the body, and the function that reads the response. */
export type FinalCall = Readonly<{
  path: string;
  json: JsonValue;
  outcome: (response: JsonObject) => CallOutcome;
}>;

const LOCALE = 'en_US';

export const kindOf = (publication: Written): SnapKind =>
  KIND.choices.find(({ value }) => value === optionValue(KIND, publication))?.value ?? KIND.initial;

/** The title of the saved story, else the title of the post if it is short enough; null: there is no title. */
export function savedTitle(publication: Written): string | null {
  const chosen = optionValue(SAVED_TITLE, publication);
  const title = typeof chosen === 'string' ? chosen.trim() : (publication.title ?? '').trim();
  return title === '' || Array.from(title).length > SAVED_TITLE.max ? null : title;
}

export function finalCall(publication: Written, mediaId: string): FinalCall {
  switch (kindOf(publication)) {
    case 'story':
      return {
        path: '/stories',
        json: { media_id: mediaId },
        // Snapchat returns no id for a story, so the id of its file identifies the story.
        outcome: () => published(mediaId, null),
      };
    case 'saved_story':
      return {
        path: '/saved_stories',
        json: {
          saved_stories: [{ title: savedTitle(publication) ?? '', snap_sources: [{ media_id: mediaId }] }],
        },
        outcome: savedOutcome,
      };
    case 'spotlight':
      return {
        path: '/spotlights',
        json: {
          media_id: mediaId,
          ...(publication.text !== '' && { description: publication.text }),
          locale: LOCALE,
          skip_save_to_profile: false,
        },
        outcome: (response) => {
          const [listed] = listOf(response['spotlights']);
          const id = idIn(response['spotlight_id']) ?? idIn(at(listed, 'spotlight', 'id'));
          return id === null ? unknownId() : { kind: 'accepted', handle: id };
        },
      };
  }
}

function savedOutcome(response: JsonObject): CallOutcome {
  const [saved] = listOf(response['saved_stories']);
  if (saved !== undefined && isError(at(saved, 'sub_request_status')))
    return refused('rejected', wordsIn(saved), false);
  const id = idIn(at(saved, 'saved_story', 'id'));
  return id === null ? unknownId() : published(id, null);
}

const unknownId = (): CallOutcome => unknown('unreadable', 'Snapchat answered and named no post.');
