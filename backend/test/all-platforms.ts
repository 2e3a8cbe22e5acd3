import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { UploadReply } from '@posthorn/contracts/scheduling/media.http';
import type { TargetRequest } from '@posthorn/contracts/scheduling/posts.http';
import { film } from '../src/modules/scheduling/features/upload-media/testing/mp4-bytes.ts';
import type { Creator } from './creator.ts';

/** The navigations by which accounts of the nine platforms with a consent are connected. */
export const CONSENT_PATHS = [
  '/api/auth/facebook',
  '/api/auth/threads',
  '/api/auth/twitter',
  '/api/auth/tiktok',
  '/api/auth/youtube',
  '/api/auth/pinterest',
  '/api/auth/snapchat',
  '/api/connect/linkedin',
] as const;
export const PUBLISHING = [
  ...['facebook', 'instagram', 'threads', 'twitter', 'linkedin', 'tiktok', 'youtube', 'pinterest'],
  ...['snapchat', 'bluesky', 'mastodon'],
] as const;

/** Connects whatever can be connected, and answers one account of each platform. */
export async function connectAll(creator: Creator): Promise<readonly AccountView[]> {
  await creator.connectBluesky();
  await creator.connectMastodon();
  for (const path of CONSENT_PATHS) await creator.connect(path, 'ana');
  const { body } = await creator.client.get<readonly AccountView[]>('/api/connected-accounts');
  return PUBLISHING.map((platform) => {
    const account = body.find((each) => each.platform === platform);
    if (!account) throw new Error(`No account on ${platform} was connected.`);
    return account;
  });
}

/** Twelve seconds of 9:16: the one kind of file that every platform takes. */
export async function uploadFilm(creator: Creator): Promise<string> {
  const form = new FormData();
  const bytes = new Uint8Array(film({ width: 1080, height: 1920 }));
  form.append('media', new Blob([bytes], { type: 'video/mp4' }), 'film.mp4');
  const { body } = await creator.client.post<UploadReply>('/api/upload-multiple', form);
  const [file] = body.files;
  if (!file) throw new Error('The film was not taken.');
  return file.mediaUrl;
}

/** What a person would choose who answers every question with the first answer, and with no. */
export async function targetFor(creator: Creator, { id }: AccountView): Promise<TargetRequest> {
  const fields = await creator.client.get<readonly OptionField[]>(
    `/api/accounts/${String(id)}/publish-fields`,
  );
  if (fields.status !== 200) throw new Error(`The fields of account ${String(id)}: ${fields.text}`);
  const options: Record<string, string | boolean> = {};
  for (const field of fields.body) {
    if (!field.required || field.kind === 'text') continue;
    if (field.initial !== null) continue;
    options[field.name] = field.kind === 'flag' ? false : (field.choices[0]?.value ?? '');
  }
  return { accountId: id, options: options satisfies PublishOptions };
}
