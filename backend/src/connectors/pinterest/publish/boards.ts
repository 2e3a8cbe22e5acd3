import type { Choice } from '@posthorn/contracts/integrations/publish-options';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import type { PinterestClient } from '../client.ts';
import { isObjectOrCallUnknown } from '../errors.ts';

const PAGE = '250';
const PAGES_MAX = 20;

/** `isLimited`: not everyone can find the pins of the board. */
type Board = Readonly<{ id: string; name: string; isSecret: boolean; isLimited: boolean }>;

/**
 * Returns the board; null: it does not exist. A board that cannot be read separately may still be in the list.
 * @throws TokenRefused, PinterestError, OutgoingError
 */
export async function findBoard(
  client: PinterestClient,
  token: string,
  id: string,
): Promise<Pick<Board, 'isLimited'> | null> {
  try {
    const board = await client.send({ path: `/boards/${encodeURIComponent(id)}`, token });
    return { isLimited: isLimited(textOf(board?.['privacy'])) };
  } catch (error) {
    if (!isObjectOrCallUnknown(error)) throw error;
    const boards = await listBoards(client, token);
    return boards.find((board) => board.id === id) ?? null;
  }
}

/** `SECRET`: only for invited people. `PROTECTED`: only for people who have a link. */
const isLimited = (privacy: string | null): boolean => privacy !== null && privacy !== 'PUBLIC';

/** The boards of the account as choices of a field. @throws TokenRefused, PinterestError, OutgoingError */
export async function boardsOf(client: PinterestClient, token: string): Promise<readonly Choice[]> {
  const boards = await listBoards(client, token);
  return boards.map(({ id: value, name: label, isSecret }) => ({
    value,
    label,
    ...(isSecret && { mark: 'secret' }),
  }));
}

/** The boards of the account, in the owner's order. @throws TokenRefused, PinterestError, OutgoingError */
async function listBoards(client: PinterestClient, token: string): Promise<readonly Board[]> {
  const boards: Board[] = [];
  let bookmark: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const query: Record<string, string> = { page_size: PAGE, ...(bookmark !== null && { bookmark }) };
    const body = await client.send({ path: '/boards', token, query });
    for (const board of listOf(body?.['items'])) {
      const id = idIn(at(board, 'id'));
      const name = textOf(at(board, 'name'));
      const privacy = textOf(at(board, 'privacy'));
      if (id !== null && name !== null)
        boards.push({ id, name, isSecret: privacy === 'SECRET', isLimited: isLimited(privacy) });
    }
    bookmark = textOf(body?.['bookmark']);
    if (bookmark === null) break;
  }
  return boards;
}
