import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { CommentOutcome, KnownComment, ThreadOutcome } from '../../contract/comments.ts';
import { amountOf, at, idIn, listOf, objectOf } from '../../kit/json.ts';
import { isGone } from '../errors.ts';
import { commentsPath, commentUrnOf } from './comment-urn.ts';
import { commentsOf, read, type LinkedInListPage, type LinkedInCommentReader } from './listing.ts';
import { actorIn, commentIn, type LinkedInNames, type LinkedInCommentContext } from './remote-comment.ts';

/** Returns the names of members. Null: this app may not read names. */
export type NamesOf = (actors: readonly (string | null)[]) => Promise<LinkedInNames | null>;

/**
 * The position in a thread. `top`: the offset of the next page of top comments; null after the last page. `waiting`: comments
 * whose replies are read after all top comments. `answers`: the offset in the replies of the first waiting comment. `unnamed`:
 * names are no longer requested.
 */
type ThreadPosition = Readonly<{
  top: number | null;
  waiting: readonly string[];
  answers: number;
  unnamed: boolean;
}>;
const BEGINNING: ThreadPosition = { top: 0, waiting: [], answers: 0, unnamed: false };

/** Reads one page of comments, or of the replies to one comment. */
export async function readThread(
  reader: LinkedInCommentReader,
  context: LinkedInCommentContext,
  namesOf: NamesOf,
  after: string | null,
): Promise<ThreadOutcome> {
  const position = positionIn(after);
  if (position.top === null) {
    const [first = '', ...waiting] = position.waiting;
    const { elements, next } = await emptyIfGone(commentsOf(reader, first, position.answers));
    const rest = next === null ? waiting : position.waiting;
    return outcomeOf(elements, { ...position, waiting: rest, answers: next ?? 0 });
  }
  try {
    const { elements, next } = await commentsOf(reader, context.postUrn, position.top);
    const waiting = [...position.waiting, ...elements.flatMap(withRepliesIn)];
    return await outcomeOf(elements, { ...position, top: next, waiting });
  } catch (error) {
    if (isGone(error)) return { kind: 'post-gone' };
    throw error;
  }

  async function outcomeOf(elements: readonly JsonValue[], next: ThreadPosition): Promise<ThreadOutcome> {
    const names = next.unnamed ? null : await namesOf(elements.map(actorIn));
    const position = { ...next, unnamed: names === null };
    return {
      kind: 'read',
      comments: elements.flatMap((each) => commentIn(each, context, names ?? new Map()) ?? []),
      next: next.top === null && next.waiting.length === 0 ? null : JSON.stringify(position),
    };
  }
}

/** Reads a comment by its URN. */
export async function readOne(
  reader: LinkedInCommentReader,
  context: LinkedInCommentContext,
  namesOf: NamesOf,
  { remoteId, parentRemoteId, postRemoteId }: KnownComment,
): Promise<CommentOutcome> {
  const urn = commentUrnOf(remoteId);
  if (!urn) return { kind: 'cannot-tell' };
  try {
    const path = `${commentsPath(parentRemoteId ?? postRemoteId)}/${encodeURIComponent(urn.id)}`;
    const element = await read(reader, path);
    const comment = commentIn(element, context, (await namesOf([actorIn(element)])) ?? new Map());
    return comment ? { kind: 'there', comment } : { kind: 'cannot-tell' };
  } catch (error) {
    if (isGone(error)) return { kind: 'gone' };
    throw error;
  }
}

/** Returns an empty page if the object was deleted in the meantime. @throws the other errors of `page` */
export async function emptyIfGone(page: Promise<LinkedInListPage>): Promise<LinkedInListPage> {
  try {
    return await page;
  } catch (error) {
    if (isGone(error)) return { elements: [], next: null };
    throw error;
  }
}

/** The URN of a comment with replies; empty for a comment without replies. */
function withRepliesIn(element: JsonValue): readonly string[] {
  const summary = at(element, 'commentsSummary');
  const answers =
    amountOf(at(summary, 'totalFirstLevelComments')) ?? amountOf(at(summary, 'aggregatedTotalComments'));
  const urn = commentUrnOf(idIn(at(element, 'commentUrn')) ?? idIn(at(element, '$URN')));
  return answers === null || !urn ? [] : [urn.urn];
}

function positionIn(after: string | null): ThreadPosition {
  if (after === null) return BEGINNING;
  const position = objectOf(JSON.parse(after) as JsonObject);
  return {
    top: amountOf(position?.['top']),
    waiting: listOf(position?.['waiting']).flatMap((urn) => idIn(urn) ?? []),
    answers: amountOf(position?.['answers']) ?? 0,
    unnamed: position?.['unnamed'] === true,
  };
}
