import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { CommentOutcome, KnownComment, ThreadOutcome } from '../../contract/comments.ts';
import { amountOf, at, idIn, listOf, objectOf } from '../../kit/json.ts';
import { isGone } from '../errors.ts';
import { commentsPath, commentUrnOf } from './comment-urn.ts';
import { commentsOf, read, type LinkedInListPage, type LinkedInCommentReader } from './listing.ts';
import { actorIn, commentIn, type LinkedInNames, type Place } from './remote-comment.ts';

/** Null: this app may read no names. */
export type NamesOf = (actors: readonly (string | null)[]) => Promise<LinkedInNames | null>;

/**
 * Where the reading of a thread stopped. `top`: the next page of comments, null after the last one. `waiting`: comments whose answers
 * are still to be read, after all top pages. `unnamed`: names are no longer requested.
 */
type Left = Readonly<{ top: number | null; waiting: readonly string[]; answers: number; unnamed: boolean }>;
const BEGINNING: Left = { top: 0, waiting: [], answers: 0, unnamed: false };

/** One page of comments, or of the answers to one comment. */
export async function readThread(
  reader: LinkedInCommentReader,
  place: Place,
  namesOf: NamesOf,
  after: string | null,
): Promise<ThreadOutcome> {
  const left = leftIn(after);
  if (left.top === null) {
    const [answered = '', ...waiting] = left.waiting;
    const { elements, next } = await orNone(commentsOf(reader, answered, left.answers));
    const rest = next === null ? waiting : left.waiting;
    return pageRead(elements, { ...left, waiting: rest, answers: next ?? 0 });
  }
  try {
    const { elements, next } = await commentsOf(reader, place.postUrn, left.top);
    const waiting = [...left.waiting, ...elements.flatMap(answeredIn)];
    return await pageRead(elements, { ...left, top: next, waiting });
  } catch (error) {
    if (isGone(error)) return { kind: 'post-gone' };
    throw error;
  }

  async function pageRead(elements: readonly JsonValue[], next: Left): Promise<ThreadOutcome> {
    const names = next.unnamed ? null : await namesOf(elements.map(actorIn));
    const left = { ...next, unnamed: names === null };
    return {
      kind: 'read',
      comments: elements.flatMap((each) => commentIn(each, place, names ?? new Map()) ?? []),
      next: next.top === null && next.waiting.length === 0 ? null : JSON.stringify(left),
    };
  }
}

/** A comment by its URN. */
export async function readOne(
  reader: LinkedInCommentReader,
  place: Place,
  namesOf: NamesOf,
  { remoteId, parentRemoteId, postRemoteId }: KnownComment,
): Promise<CommentOutcome> {
  const urn = commentUrnOf(remoteId);
  if (!urn) return { kind: 'cannot-tell' };
  try {
    const path = `${commentsPath(parentRemoteId ?? postRemoteId)}/${encodeURIComponent(urn.id)}`;
    const element = await read(reader, path);
    const comment = commentIn(element, place, (await namesOf([actorIn(element)])) ?? new Map());
    return comment ? { kind: 'there', comment } : { kind: 'cannot-tell' };
  } catch (error) {
    if (isGone(error)) return { kind: 'gone' };
    throw error;
  }
}

/** An object that was deleted between two calls has nothing to list. @throws what `page` throws */
export async function orNone(page: Promise<LinkedInListPage>): Promise<LinkedInListPage> {
  try {
    return await page;
  } catch (error) {
    if (isGone(error)) return { elements: [], next: null };
    throw error;
  }
}

/** The URN of a comment that has answers. */
function answeredIn(element: JsonValue): readonly string[] {
  const summary = at(element, 'commentsSummary');
  const answers =
    amountOf(at(summary, 'totalFirstLevelComments')) ?? amountOf(at(summary, 'aggregatedTotalComments'));
  const urn = commentUrnOf(idIn(at(element, 'commentUrn')) ?? idIn(at(element, '$URN')));
  return answers === null || !urn ? [] : [urn.urn];
}

function leftIn(after: string | null): Left {
  if (after === null) return BEGINNING;
  const left = objectOf(JSON.parse(after) as JsonObject);
  return {
    top: amountOf(left?.['top']),
    waiting: listOf(left?.['waiting']).flatMap((urn) => idIn(urn) ?? []),
    answers: amountOf(left?.['answers']) ?? 0,
    unnamed: left?.['unnamed'] === true,
  };
}
