import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import type { TargetRequest } from '@posthorn/contracts/scheduling/posts.http';
import sharp from 'sharp';
import { box, film } from '../src/infrastructure/media/upload/testing/mp4-bytes.ts';
import type { Creator } from './creator.ts';

/** The paths that connect accounts of the nine platforms with a consent page. */
const CONSENT_PATHS = [
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

/**
 * Connects an account on every platform, and returns one account of each.
 * @param person as in `giveEveryConsent`
 */
export async function connectAll(creator: Creator, person = 'ana'): Promise<readonly AccountView[]> {
  await giveEveryConsent(creator, person);
  const accounts = await accountsOf(creator);
  return PUBLISHING.map((platform) => accountOn(accounts, platform));
}

/** Connects accounts on every platform. `person` gives the consents; two persons share no account. */
export async function giveEveryConsent(creator: Creator, person: string): Promise<void> {
  await creator.connectBluesky();
  await creator.connectMastodon();
  for (const path of CONSENT_PATHS) await creator.connect(path, person);
}

export async function accountsOf(creator: Creator): Promise<readonly AccountView[]> {
  return (await creator.client.get<readonly AccountView[]>('/api/connected-accounts')).body;
}

/** @throws Error when no account is on the platform */
export function accountOn(accounts: readonly AccountView[], platform: string): AccountView {
  const account = accounts.find((each) => each.platform === platform);
  if (!account) throw new Error(`No account on ${platform} was connected.`);
  return account;
}

/** Twelve seconds of 9:16 video, the only file that every platform accepts. `extraBytes`: additional bytes. */
export const uprightVideo = (extraBytes = 0): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([film({ width: 1080, height: 1920 }), box('free', Buffer.alloc(extraBytes))]));

export const uploadVideo = (creator: Creator, bytes = uprightVideo()): Promise<string> =>
  uploadFile(creator, new File([bytes], 'video.mp4', { type: 'video/mp4' }));

/** Uploads a square picture, which every platform with pictures accepts. */
export async function uploadPicture(
  creator: Creator,
  background = '#c05',
  name = 'square.jpg',
): Promise<string> {
  const image = sharp({ create: { width: 640, height: 640, channels: 3, background } });
  const bytes = new Uint8Array(await image.jpeg().toBuffer());
  return uploadFile(creator, new File([bytes], name, { type: 'image/jpeg' }));
}

/** Uploads a file; returns its URL. */
export async function uploadFile(creator: Creator, file: File): Promise<string> {
  const form = new FormData();
  form.append('media', file);
  const { status, body, text } = await creator.client.post<Partial<UploadReply>>(
    '/api/upload-multiple',
    form,
  );
  const stored = body.files?.[0];
  if (!stored) throw new Error(`The upload of ${file.name} got status ${String(status)}: ${text}`);
  return stored.mediaUrl;
}

/** A target that answers every required question with the first option, or with no. */
export async function targetFor(creator: Creator, { id }: AccountView): Promise<TargetRequest> {
  const fields = await creator.client.get<readonly OptionField[]>(
    `/api/accounts/${String(id)}/publish-fields`,
  );
  if (fields.status !== 200) throw new Error(`The fields of account ${String(id)}: ${fields.text}`);
  const options: Record<string, string | boolean> = {};
  for (const field of fields.body) {
    if (!field.required || field.kind === 'text' || field.kind === 'moment') continue;
    if (field.initial !== null) continue;
    options[field.name] = field.kind === 'flag' ? false : (field.choices[0]?.value ?? '');
  }
  return { accountId: id, options: options satisfies PublishOptions };
}
