import { TwitterError, type TwitterCall, type TwitterClient, type TwitterReply } from './client.ts';

/**
 * Requests fields of posts with their old names, then with their new names. X's specification of 2026-08 renames fields, but most
 * responses still use the old names. @throws the errors of `TwitterClient.send`
 */
export async function askByEitherName(
  client: TwitterClient,
  call: TwitterCall,
  fields: Readonly<{ first: string; newer: string }>,
): Promise<TwitterReply> {
  const sendWith = (name: string, names: string) =>
    client.send({ ...call, query: { ...call.query, [name]: names } });
  try {
    return await sendWith('tweet.fields', fields.first);
  } catch (error) {
    if (!(error instanceof TwitterError && error.status === 400 && error.isFromPlatform)) throw error;
    return sendWith('post.fields', fields.newer);
  }
}
