import type { Choice } from '@posthorn/contracts/integrations/publish-options';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import type { PinterestClient } from '../client.ts';
import { isObjectOrCallUnknown } from '../errors.ts';

const PAGE = '250';
const PAGES_MAX = 20;

/**
 * Returns whether the board exists. A board that cannot be read separately may still be in the list.
 * @throws TokenRefused, PinterestError, OutgoingError
 */
export async function hasBoard(client: PinterestClient, token: string, id: string): Promise<boolean> {
  try {
    await client.send({ path: `/boards/${encodeURIComponent(id)}`, token });
    return true;
  } catch (error) {
    if (!isObjectOrCallUnknown(error)) throw error;
    const boards = await boardsOf(client, token);
    return boards.some(({ value }) => value === id);
  }
}

/** The boards of the account, in the owner's order. @throws TokenRefused, PinterestError, OutgoingError */
export async function boardsOf(client: PinterestClient, token: string): Promise<readonly Choice[]> {
  const boards: Choice[] = [];
  let bookmark: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const query: Record<string, string> = { page_size: PAGE, ...(bookmark !== null && { bookmark }) };
    const body = await client.send({ path: '/boards', token, query });
    for (const board of listOf(body?.['items'])) {
      const value = idIn(at(board, 'id'));
      const name = textOf(at(board, 'name'));
      const isSecret = textOf(at(board, 'privacy')) === 'SECRET';
      if (value !== null && name !== null)
        boards.push({ value, label: name, ...(isSecret && { mark: 'secret' }) });
    }
    bookmark = textOf(body?.['bookmark']);
    if (bookmark === null) break;
  }
  return boards;
}
