import { TwitterError, type TwitterCall, type TwitterClient, type TwitterReply } from './client.ts';

/**
 * Asks for fields of posts by their first names, then by their newer ones. The specification of 2026-08 renames fields that older
 * documents and most answers still call by the first name. @throws as `TwitterClient.send`
 */
export async function askByEitherName(
  client: TwitterClient,
  call: TwitterCall,
  fields: Readonly<{ first: string; newer: string }>,
): Promise<TwitterReply> {
  const by = (name: string, names: string) =>
    client.send({ ...call, query: { ...call.query, [name]: names } });
  try {
    return await by('tweet.fields', fields.first);
  } catch (error) {
    if (!(error instanceof TwitterError && error.status === 400 && error.spoken)) throw error;
    return by('post.fields', fields.newer);
  }
}
