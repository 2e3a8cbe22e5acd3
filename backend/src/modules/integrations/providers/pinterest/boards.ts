import type { Choice } from '@posthorn/contracts/integrations/publish-options';
import { listOf, at, textOf } from '../json.ts';
import type { PinterestClient } from './client.ts';

const PAGE = '250';
const PAGES_MAX = 20;

/** The boards of the account, as its owner has ordered them. @throws TokenRefused, PinterestError, OutgoingError */
export async function boardsOf(client: PinterestClient, token: string): Promise<readonly Choice[]> {
  const boards: Choice[] = [];
  let bookmark: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const query: Record<string, string> = { page_size: PAGE, ...(bookmark !== null && { bookmark }) };
    const body = await client.send({ path: '/boards', token, query });
    for (const board of listOf(body?.['items'])) {
      const value = textOf(at(board, 'id'));
      const name = textOf(at(board, 'name'));
      const isSecret = textOf(at(board, 'privacy')) === 'SECRET';
      if (value !== null && name !== null)
        boards.push({ value, label: isSecret ? `${name} (secret)` : name });
    }
    bookmark = textOf(body?.['bookmark']);
    if (bookmark === null) break;
  }
  return boards;
}
