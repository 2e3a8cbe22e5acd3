import type { KnownComment } from '../../contract/comments.ts';
import { edgePages } from '../client/edge-pages.ts';
import { saysMissing } from '../errors/graph-outcomes.ts';
import type { CommentDialect, OpenedAccount } from './comment-dialect.ts';

const PAGE = 100;
const PAGES_MAX = 50;

type Existence = 'there' | 'gone' | 'cannot-tell';

/**
 * Whether a comment exists. Deleted, invisible and unsupported comments have the same error (100/33), so the state of the post decides.
 * @throws GraphError, TokenRefused, OutgoingError, BreakerOpen
 */
export async function commentState(
  dialect: CommentDialect,
  opened: OpenedAccount,
  { remoteId, postRemoteId }: Pick<KnownComment, 'remoteId' | 'postRemoteId'>,
  signal?: AbortSignal,
): Promise<Existence> {
  if (await canRead(opened, remoteId, signal)) return 'there';
  const post = await postState(dialect, opened, postRemoteId, signal);
  return post === 'cannot-tell' ? post : 'gone';
}

/** Whether the post itself exists. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
export async function postState(
  dialect: Pick<CommentDialect, 'posts'>,
  opened: OpenedAccount,
  remoteId: string,
  signal?: AbortSignal,
): Promise<Existence> {
  if (await canRead(opened, remoteId, signal)) return 'there';
  return (await isListed(dialect, opened, remoteId, signal)) ? 'cannot-tell' : 'gone';
}

async function canRead(
  { graph, account }: OpenedAccount,
  id: string,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    const request = signal && { signal };
    await graph.send({
      path: id,
      token: account.accessToken,
      fields: { fields: 'id' },
      ...(request && { request }),
    });
    return true;
  } catch (error) {
    if (saysMissing(error)) return false;
    throw error;
  }
}

async function isListed(
  { posts }: Pick<CommentDialect, 'posts'>,
  { graph, account: { ownerId, accessToken: token } }: OpenedAccount,
  remoteId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const fields = { fields: posts.idFields, limit: String(PAGE) };
  const call = { path: `${ownerId}/${posts.edge}`, token, fields, ...(signal && { request: { signal } }) };
  for await (const { items } of edgePages(graph, call, PAGES_MAX))
    if (items.some((post) => posts.idsIn(post).includes(posts.idOf(remoteId)))) return true;
  return false;
}
